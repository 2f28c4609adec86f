/**
 * The service's addresses. Code writes `/api/tables`; the version that this page was made for is
 * put in here and nowhere else. Component tests do without (`VITE_API` in vite.config.ts).
 */
const API = import.meta.env.VITE_API ?? '/api/v1';

export function versioned(path: string, api: string = API): string {
  return path.startsWith('/api/') ? api + path.slice('/api'.length) : path;
}
