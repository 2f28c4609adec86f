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

export const UNREACHABLE = 'The service cannot be reached. Check the connection and try again.';
const CSRF_COOKIE = 'queenhigh_csrf';

export function csrfToken(cookies: string = document.cookie): string {
  const found = cookies.split('; ').find((each) => each.startsWith(`${CSRF_COOKIE}=`));
  return found ? decodeURIComponent(found.slice(CSRF_COOKIE.length + 1)) : '';
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET') headers['x-csrf-token'] = csrfToken();
  let response: Response;
  try {
    response = await fetch(versioned(path), {
      method,
      headers,
      credentials: 'same-origin',
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, 'network/unreachable', UNREACHABLE, [], path);
  }
  if (response.status === 204) return undefined as T; // No content: T is void.
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw errorOf(response.status, answer, path);
  return answer as T; // The schema's type for this path.
}

function errorOf(status: number, answer: unknown, path: string): ApiError {
  const said = saidOf(answer);
  const message = said.message ?? `The service answered ${status}. Try again in a moment.`;
  return new ApiError(
    status,
    said.code ?? `http/${status}`,
    message,
    said.clauses ?? [],
    said.path || path,
  );
}

/** The error in an answer. A proxy's answer has no such body. */
export const saidOf = (answer: unknown) => (answer ?? {}) as Partial<ApiError>;

export const get = <T>(path: string) => request<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}) => request<T>('POST', path, body);
export const put = <T>(path: string, body: unknown) => request<T>('PUT', path, body);
export const patch = <T>(path: string, body: unknown) => request<T>('PATCH', path, body);
export const remove = <T>(path: string) => request<T>('DELETE', path);

/** Any error in words. */
export function inOneLine(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
