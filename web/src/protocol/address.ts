/**
 * The service's addresses. Code writes `/api/tables`; this module alone inserts the API version.
 * Component tests omit it (`VITE_API` in vite.config.ts).
 */
const API = import.meta.env.VITE_API ?? '/api/v1';

export function versioned(path: string, api: string = API): string {
  return path.startsWith('/api/') ? api + path.slice('/api'.length) : path;
}
