/** Requests to the service, with one kind of error. */

import { versioned } from './address';
import { query, type QueryValues } from './query';
import type { paths } from './schema';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that take this method, as the service describes them: `/api/tables/{table}`. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? P : never;
}[keyof paths];

/** What stands for the braces in a path, and what follows its question mark. */
type ParametersOf<Operation> = Operation extends {
  parameters: infer All extends Pick<Parts, 'path' | 'query'>;
}
  ? Pick<All, 'path' | 'query'>
  : never;

type Json<Body> = Body extends { content: { 'application/json': infer Content } } ? Content : null;

type BodyOf<Operation> = Operation extends { requestBody: infer Body }
  ? { body: Json<Body> }
  : { body?: undefined };

/** All that a request takes. One that is repeated with the same `id` acts once. */
export type Wanted<M extends Method, P extends PathOf<M>> = ParametersOf<paths[P][M]> &
  BodyOf<paths[P][M]> & { id?: string; signal?: AbortSignal };

type Arguments<M extends Method, P extends PathOf<M>> =
  Partial<Wanted<M, P>> extends Wanted<M, P> ? [wanted?: Wanted<M, P>] : [wanted: Wanted<M, P>];

/** What the service answers. */
export type AnswerTo<M extends Method, P extends PathOf<M>> = paths[P][M] extends {
  responses: infer Each;
}
  ? Json<Each[keyof Each & (200 | 201 | 204)]>
  : never;

interface Parts {
  path?: Record<string, string | number>;
  query?: QueryValues;
  body?: object;
  id?: string;
  signal?: AbortSignal;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly clauses: string[] = [],
    readonly path = '',
  ) {
    super(message);
  }
}

// Said in English like the service's sentences, and translated with them.
export const SIGNED_OUT = 'You are no longer signed in.';
export const UNREACHABLE = 'The service cannot be reached. Check the connection and try again.';
/** How long an answer may take; reports and files are computed for minutes. */
const PATIENCE_MS = 120_000;
const LONG_MS = 900_000;
const CSRF_COOKIE = 'queenhigh_csrf';

export function csrfToken(cookies: string = document.cookie): string {
  const found = cookies.split('; ').find((each) => each.startsWith(`${CSRF_COOKIE}=`));
  return found ? decodeURIComponent(found.slice(CSRF_COOKIE.length + 1)) : '';
}

interface Waiting {
  /** Aborts the request. */
  signal?: AbortSignal;
  ms?: number;
}

/** The service's answer, whatever it is. Every request goes through here; the body is JSON. */
export async function exchange(
  method: string,
  address: string,
  body?: string,
  { signal, ms = PATIENCE_MS }: Waiting = {},
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET') headers['x-csrf-token'] = csrfToken();
  const timeout = AbortSignal.timeout(ms);
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    return await fetch(address, {
      method,
      headers,
      credentials: 'same-origin',
      body,
      signal: ends,
    });
  } catch {
    throw unreachable(address);
  }
}

const unreachable = (path: string) => new ApiError(0, 'network/unreachable', UNREACHABLE, [], path);

async function send<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  parts: Parts = {},
): Promise<AnswerTo<M, P>> {
  const { body, id, signal } = parts;
  const sent = id ? { ...body, id } : body;
  const answer = await answered(method.toUpperCase(), filled(path, parts), sent, signal);
  return answer as AnswerTo<M, P>; // The service keeps to its description.
}

/** The JSON in the answer, of whatever type; null where there is no content. */
export async function answered(
  method: string,
  address: string,
  body?: object,
  signal?: AbortSignal,
): Promise<unknown> {
  const ms = address.startsWith('/api/reports/') ? LONG_MS : PATIENCE_MS;
  const response = await exchange(method, versioned(address), JSON.stringify(body), { signal, ms });
  if (!response.ok) throw await errorIn(response, address);
  return response.status === 204 ? null : jsonOf(response);
}

/** The address of something to load, for a link. */
export const addressOf = <P extends PathOf<'get'>>(
  path: P,
  ...[parts]: Arguments<'get', P>
): string => filled(path, parts);

const filled = (path: string, { path: parts = {}, query: asked = {} }: Parts = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? '')) +
  query(asked);

/** A proxy's answer may not be JSON; one that stops halfway is no answer. */
const jsonOf = (response: Response) =>
  response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null;
    throw unreachable(response.url);
  });

/** The error in an answer. */
async function errorIn(response: Response, path: string): Promise<ApiError> {
  const { status } = response;
  const said: Partial<ApiError> = (await jsonOf(response)) ?? {};
  const message = said.message ?? `The service answered ${status}. Try again in a moment.`;
  const code = said.code ?? `http/${status}`;
  return new ApiError(status, code, message, said.clauses ?? [], said.path || path);
}

export const get = <P extends PathOf<'get'>>(path: P, ...[wanted]: Arguments<'get', P>) =>
  send('get', path, wanted);
export const post = <P extends PathOf<'post'>>(path: P, ...[wanted]: Arguments<'post', P>) =>
  send('post', path, wanted);
/** With any method. */
export const request = <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  wanted: Wanted<M, P>,
) => send(method, path, wanted);

export async function getFile<P extends PathOf<'get'>>(
  path: P,
  ...wanted: Arguments<'get', P>
): Promise<Blob> {
  const address = addressOf(path, ...wanted);
  const response = await exchange('GET', versioned(address), undefined, { ms: LONG_MS });
  if (!response.ok) throw await errorIn(response, address);
  return response.blob();
}

/** Any error in words. */
export function inOneLine(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
