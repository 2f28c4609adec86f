/** Requests to the service, with one kind of error. */

import { versioned } from './address';

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

async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const ms = path.startsWith('/api/reports/') ? LONG_MS : PATIENCE_MS;
  const response = await exchange(method, versioned(path), JSON.stringify(body), { signal, ms });
  if (!response.ok) throw await errorIn(response, path);
  const answer: unknown = response.status === 204 ? undefined : await jsonOf(response);
  return answer as T; // The schema's type for this path; void where there is no content.
}

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

export const get = <T>(path: string, signal?: AbortSignal) =>
  request<T>('GET', path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal) =>
  request<T>('POST', path, body, signal);
export const put = <T>(path: string, body: unknown) => request<T>('PUT', path, body);
export const patch = <T>(path: string, body: unknown) => request<T>('PATCH', path, body);
export const remove = <T>(path: string) => request<T>('DELETE', path);

export async function getFile(path: string): Promise<Blob> {
  const response = await exchange('GET', versioned(path), undefined, { ms: LONG_MS });
  if (!response.ok) throw await errorIn(response, path);
  return response.blob();
}

/** Any error in words. */
export function inOneLine(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
