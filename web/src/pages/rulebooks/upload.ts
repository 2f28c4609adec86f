/** Prepares a rule book for upload. */
import type { components } from '../../protocol/schema';
import { say } from '../../text/staff';

type Schemas = components['schemas'];
export type Book = Schemas['BookShown'];
export type Finding = Schemas['BookFinding'];
export type Linted = Schemas['LintShown'];

/** The upload: files by name, or a zip in base64. */
export type Sent = { files: Record<string, string> } | { zip: string };

/** A file and its path in the folder it came from. */
export interface Chosen {
  path: string;
  file: File;
}

class UploadError extends Error {}

const MOST_BYTES = 1_000_000; // The service's limit; the service enforces it.

/** A folder's files without the folder's name; a zip goes unchanged. */
export async function sentOf(chosen: Chosen[]): Promise<Sent> {
  const first = chosen[0]?.file;
  if (!first) throw new UploadError(say('rulebooks.chooseFolderBook'));
  const size = chosen.reduce((sum, { file }) => sum + file.size, 0);
  if (size > MOST_BYTES) throw new UploadError(say('rulebooks.moreThanRule'));
  if (chosen.length === 1 && /\.zip$/i.test(first.name)) return { zip: await base64(first) };
  const data = chosen.filter(({ path }) => /\.toml$/i.test(path));
  if (!data.length) {
    throw new UploadError(say('rulebooks.thereNoToml'));
  }
  const texts = await Promise.all(data.map(({ file }) => file.text()));
  const names = data.map(({ path }) => path);
  const top = commonFolder(names);
  return { files: Object.fromEntries(names.map((name, at) => [name.slice(top), texts[at] ?? ''])) };
}

/** What a file field holds. */
export const pickedFiles = (files: Iterable<File>): Chosen[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** What was dropped, with the files inside folders. To be called before the event is over. */
export async function droppedFiles(items: Iterable<DataTransferItem>): Promise<Chosen[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  const found = await Promise.all(entries.map((entry) => (entry ? filesIn(entry) : [])));
  return found.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<Chosen[]> {
  if (isFolder(entry)) {
    const reader = entry.createReader();
    const found: Chosen[] = [];
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((...done) => reader.readEntries(...done));
      if (!some.length) return found; // It gives a hundred at a time.
      found.push(...(await Promise.all(some.map(filesIn))).flat());
    }
  }
  if (!isFile(entry)) return [];
  const file = await new Promise<File>((...done) => entry.file(...done));
  return [{ path: entry.fullPath.replace(/^\//, ''), file }];
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** The length of the common folder prefix. */
function commonFolder(names: string[]): number {
  const [first = ''] = names;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder && names.every((name) => name.startsWith(folder)) ? folder.length : 0;
}

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

/** By severity, in the service's order, then by place. */
export function inOrder(findings: Finding[]): Finding[] {
  const levels = [...new Set(findings.map((each) => each.level))];
  const rank = ({ level }: Finding) => levels.indexOf(level);
  return [...findings].sort(
    (one, other) =>
      rank(one) - rank(other) || one.file.localeCompare(other.file) || one.line - other.line,
  );
}

/** `house.toml, line 12`. */
export function placeOf({ file, line }: Finding): string {
  return line ? say('rulebooks.fileLineLine', { file, line }) : file;
}

const STATES: Record<Book['state'], string> = {
  draft: say('rulebooks.draftSomebodyElse'),
  approved: say('rulebooks.approvedTablesCan'),
  rejected: say('rulebooks.rejected'),
  superseded: say('rulebooks.replacedLaterVersion'),
  withdrawn: say('rulebooks.withdrawnNoMore'),
};

export const stateInWords = (state: Book['state']) => STATES[state];

export const bookPath = ({ key, version }: Pick<Book, 'key' | 'version'>) =>
  `/rule-books/${encodeURIComponent(key)}/${version}`;
