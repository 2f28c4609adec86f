/** The dealer school, formatted for people. */
import { addressOf } from '../../protocol/client';
import type { components } from '../../protocol/schema';
import { say } from '../../text/staff';

type Schemas = components['schemas'];
export type School = Schemas['SchoolShown'];
export type AtHouse = Schemas['AtHouseShown'];
export type Asked = Schemas['QuestionShown'];
export type Question = Asked['question'];
export type Grade = Schemas['GradeShown'];
export type Exam = Schemas['ExamShown'];
export type ExamGiven = Schemas['ExamAnswer'];
export type StepGraded = Schemas['StepGraded'];
export type ExamResult = Schemas['ExamResult'];
export type Learner = Schemas['LearnerShown'];
export type Certificate = Schemas['CertificateShown'];
type DayOfSkill = Schemas['DayOfSkill'];

/** The learner's input so far; only what the question asks for is sent. */
export interface Given {
  choice: string;
  action: '' | 'take' | 'push' | 'pay';
  cents: number | null;
  chips: Record<number, number>;
  words: string;
}

export const nothing = (): Given => ({ choice: '', action: '', cents: null, chips: {}, words: '' });

/** True if the answer is complete. */
export function complete(question: Question, given: Given): boolean {
  switch (question.asks) {
    case 'choice':
      return given.choice !== '';
    case 'payout':
      return given.action !== '' && (given.action !== 'pay' || given.cents !== null);
    case 'amount':
      return given.cents !== null;
    case 'chips':
      return Object.values(given.chips).some((number) => number > 0);
    default:
      return given.words.trim() !== '';
  }
}

/** The value of the chips. */
export const worth = (chips: Record<number, number>) =>
  Object.entries(chips).reduce((sum, [value, number]) => sum + Number(value) * number, 0);

export const LEVELS: [level: 1 | 2 | 3, title: string][] = [
  [1, say('school.oneBetTime')],
  [2, say('school.allBetsSeat')],
  [3, say('school.severalSeatsOdd')],
];

/** A line per skill, in percent, by days since the first. */
export function plotted(progress: DayOfSkill[], titles: Record<string, string>) {
  const days = [...new Set(progress.map(({ day }) => day))].sort();
  const skills = [...new Set(progress.map(({ skill }) => skill))];
  return {
    days,
    lines: skills.map((skill) => ({
      key: skill,
      name: titles[skill] ?? say('school.procedure'),
      points: progress
        .filter((each) => each.skill === skill)
        .map(({ day, asked, right }) => ({ x: days.indexOf(day), y: (100 * right) / asked })),
    })),
  };
}

/** `Read the hand:`, `Who wins?` */
const titled = (title: string) => (title.endsWith('?') ? title : `${title}:`);

/** What is missing for the certificate, in words; empty if nothing. */
export function missing({ standing }: AtHouse): string[] {
  const skills = standing.skills
    .filter(({ met }) => !met)
    .map(({ title, percent, asked, needed_percent, needed_answers }) =>
      asked < needed_answers
        ? say('school.answersCount', { title: titled(title), asked, neededAnswers: needed_answers })
        : say('school.titlePercentOf', {
            title: titled(title),
            percent,
            neededPercent: needed_percent,
          }),
    );
  const exams = standing.exams
    .filter(({ met }) => !met)
    .map(({ title, taken }) =>
      say('school.examTitleTaken', {
        title,
        taken: taken ? say('school.wasNotPassed') : say('school.notTaken'),
      }),
    );
  return [...skills, ...exams];
}

export const certificatePath = (learner: string, number: number) =>
  addressOf('/api/school/learners/{learner}/certificates/{number}/certificate.pdf', {
    path: { learner, number },
  });
