import { describe, expect, it } from 'vitest';

import { droppedFiles, inOrder, pickedFiles, placeOf, sentOf, type Finding } from './upload';

function file(name: string, text: string, folder = ''): File {
  const made = new File([text], name);
  Object.defineProperty(made, 'webkitRelativePath', { value: folder ? `${folder}/${name}` : '' });
  return made;
}

describe('what is sent', () => {
  it('of a folder are its files by name, without the folder and without files that are not data', async () => {
    const chosen = [
      file('book.toml', 'key = "lucky"', 'lucky'),
      file('house.toml', 'name = "Lucky"', 'lucky'),
      file('.DS_Store', '', 'lucky'),
    ];
    expect(await sentOf(pickedFiles(chosen))).toEqual({
      files: { 'book.toml': 'key = "lucky"', 'house.toml': 'name = "Lucky"' },
    });
  });

  it('of a zip is the zip', async () => {
    expect(await sentOf(pickedFiles([file('lucky.zip', 'PK')]))).toEqual({ zip: btoa('PK') });
  });

  it('is nothing where there is no data in it', async () => {
    await expect(sentOf(pickedFiles([file('notes.txt', 'x')]))).rejects.toThrow(/no \.toml file/);
    await expect(sentOf([])).rejects.toThrow(/Choose the folder/);
  });
});

describe('what is dropped', () => {
  const dropped = (fullPath: string) => ({
    ...{ isFile: true, isDirectory: false, fullPath },
    file: (done: (file: File) => void) => done(new File(['x = 1'], fullPath)),
  });
  const folder = (...inside: object[]) => ({
    ...{ isFile: false, isDirectory: true },
    createReader: () => ({
      readEntries: (done: (some: object[]) => void) => done(inside.splice(0)),
    }),
  });
  const item = (entry: object) =>
    ({ webkitGetAsEntry: () => entry }) as unknown as DataTransferItem;

  it('is read with its folders', async () => {
    const deep = folder(dropped('/lucky/houses/big.toml'));
    const found = await droppedFiles([item(folder(dropped('/lucky/book.toml'), deep))]);
    expect(await sentOf(found)).toEqual({
      files: { 'book.toml': 'x = 1', 'houses/big.toml': 'x = 1' },
    });
  });

  it('may be files alone', async () => {
    const found = await droppedFiles([item(dropped('/book.toml')), item(dropped('/house.toml'))]);
    expect(found.map(({ path }) => path)).toEqual(['book.toml', 'house.toml']);
  });
});

describe('findings', () => {
  const finding = (level: Finding['level'], name: string, line: number): Finding => {
    return { level, file: name, line, key: '', message: '', cites: [] };
  };

  it('stay by their levels, the gravest first, and within them go by file and line', () => {
    const sorted = inOrder([
      finding('wrong', 'house.toml', 9),
      finding('wrong', 'book.toml', 2),
      finding('wrong', 'house.toml', 3),
      finding('default', 'house.toml', 1),
    ]);
    expect(sorted.map((each) => [each.level, placeOf(each)])).toEqual([
      ['wrong', 'book.toml, line 2'],
      ['wrong', 'house.toml, line 3'],
      ['wrong', 'house.toml, line 9'],
      ['default', 'house.toml, line 1'],
    ]);
  });

  it('without a line name the file alone', () => {
    expect(placeOf(finding('missing', 'book.toml', 0))).toBe('book.toml');
  });
});
