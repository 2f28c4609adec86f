/** Forms for the house's chips: opening, fills, credits, counts and the drop. */
import type { Around, Form, FormField } from './forms';
import { NOTES } from './stacks';

/** Where money is played for, chips are entered by value and others sign. */
const signed = ({ money, view }: Around) => money ?? view.guarded;
const alone = (around: Around) => !signed(around);

const chips = (label: string, total: string): FormField => ({
  name: 'chips',
  label,
  kind: 'stacks',
  total,
  when: signed,
  choices: ({ view }) => view.chips.map((value) => ({ value, name: '' })),
  initial: () => [],
});
const amount = (name: string, label: string, start?: number): FormField => ({
  name,
  label,
  kind: 'money',
  when: alone,
  initial: () => start,
});
const runner: FormField = {
  name: 'runner',
  label: 'Runner, by name',
  kind: 'text',
  when: signed,
  hint: 'Whoever carries the chips signs the slip too, as do the cage and the dealer.',
};

export const OPEN_TABLE: Form = {
  type: 'open_table',
  title: 'Open the table',
  verb: 'Open the table',
  fields: [
    {
      name: 'dealer',
      label: 'Dealer on duty, by name',
      kind: 'text',
      initial: ({ person }) => person,
    },
    chips('Chips in the tray', 'tray'),
    amount('tray', 'Chips in the tray', 1_000_000),
  ],
};

export const TRAY_FORMS: Form[] = [
  {
    type: 'fill_tray',
    by: 'floor',
    title: 'Fill the tray',
    verb: 'Ask for the fill',
    about: 'Chips from the cage into the tray.',
    fields: [chips('Chips', 'cents'), amount('cents', 'Amount'), runner],
  },
  {
    type: 'credit_tray',
    by: 'floor',
    title: 'Credit the tray',
    verb: 'Ask for the credit',
    about: 'Chips from the tray back to the cage.',
    fields: [chips('Chips', 'cents'), amount('cents', 'Amount'), runner],
  },
  {
    type: 'count_tray',
    title: 'Count the tray',
    verb: 'Write the count down',
    about: 'Two people count. Whoever moved chips of this table today is not one of them.',
    fields: [
      {
        name: 'inventory',
        label: 'For',
        kind: 'choice',
        when: signed,
        choices: () => [
          { value: 'opening', name: 'Opening' },
          { value: 'shift', name: 'Shift' },
          { value: 'closing', name: 'Closing' },
        ],
        initial: ({ view }) => (view.inventory ? 'shift' : 'opening'),
      },
      chips('Counted', 'counted'),
      amount('counted', 'Counted'),
      {
        name: 'witness_role',
        label: 'The witness is',
        kind: 'choice',
        when: alone,
        choices: () => [
          { value: 'floor', name: 'Floor' },
          { value: 'dealer', name: 'Dealer' },
          { value: 'pit_manager', name: 'Pit manager' },
          { value: 'shift_manager', name: 'Shift manager' },
        ],
        initial: () => 'floor',
      },
      { name: 'witness', label: "The witness's name", kind: 'text', when: alone },
    ],
  },
  {
    type: 'take_drop_box',
    by: 'floor',
    title: 'Take the drop box',
    verb: 'Take the box',
    about: 'The box goes to the count room; the dealer or somebody else of the floor signs.',
    fields: [],
  },
  {
    type: 'count_drop',
    by: 'count',
    title: 'Count a drop box',
    verb: 'Write the count down',
    about: 'Somebody else who counts, or the floor, signs.',
    fields: [
      {
        name: 'box',
        label: 'Box',
        kind: 'choice',
        choices: ({ view }) => view.boxes.map((value) => ({ value, name: `Box ${value}` })),
        initial: ({ view }) => view.boxes[0],
      },
      {
        name: 'notes',
        label: 'Notes',
        kind: 'stacks',
        total: 'counted',
        choices: () => NOTES.map((value) => ({ value, name: '' })),
        initial: () => [],
      },
    ],
  },
];
