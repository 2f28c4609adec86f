/** Routing by path. The service answers every path with this application. */
import routes from './routes.json';
import { targetOf } from './ui/target';

interface Route {
  page: string;
  params: Record<string, string>;
}

/** The page of each path. The build passes the list to the service too. */
const PATTERNS: [pattern: string, page: string][] = Object.entries(routes);

export function match(path: string): Route | null {
  const parts = path.split('/').filter(Boolean);
  for (const [pattern, page] of PATTERNS) {
    const params = matched(pattern.split('/').filter(Boolean), parts);
    if (params) return { page, params };
  }
  return null;
}

function matched(pattern: string[], parts: string[]): Record<string, string> | null {
  if (parts.length > pattern.length) return null;
  const params: Record<string, string> = {};
  for (const [index, piece] of pattern.entries()) {
    const part = parts[index];
    if (piece.startsWith(':')) {
      if (part !== undefined) params[piece.replace(/[:?]/g, '')] = decode(part);
      else if (!piece.endsWith('?')) return null;
    } else if (piece !== part) return null;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const SEEK_MS = 5_000;

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  route = $derived(match(this.path));
  /** The address before this one; empty at first. */
  before = '';

  start(): () => void {
    const moved = () => this.#read();
    addEventListener('popstate', moved);
    document.addEventListener('click', this.#follow);
    this.#seek();
    return () => {
      this.#seeking();
      removeEventListener('popstate', moved);
      document.removeEventListener('click', this.#follow);
    };
  }

  go(path: string): void {
    const { pathname, search, hash } = location;
    const now = pathname + search + hash;
    if (path !== now) {
      this.before = now;
      history.pushState(null, '', path);
    }
    this.#read();
    scrollTo(0, 0);
    this.#seek();
  }

  /** Replaces the current address without a history entry. */
  replace(path: string): void {
    history.replaceState(null, '', path);
    this.#read();
  }

  /** Scrolls to the element that the address names, once the page has it. */
  #seek(): void {
    this.#seeking();
    const id = location.hash.slice(1);
    if (!id) return;
    const look = () => {
      const found = document.getElementById(id);
      if (!found) return;
      this.#seeking();
      found.scrollIntoView();
    };
    const pages = new MutationObserver(look);
    pages.observe(document.body, { childList: true, subtree: true });
    const patience = setTimeout(() => this.#seeking(), SEEK_MS); // Later it would be a surprise.
    this.#seeking = () => {
      pages.disconnect();
      clearTimeout(patience);
    };
    look();
  }
  #seeking = (): void => undefined;

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  #follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
    if (event.shiftKey || event.altKey) return;
    const link = targetOf(event)?.closest('a');
    if (!link || link.target || link.hasAttribute('download')) return;
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin || /^\/(api|schema)(\/|$)/.test(to.pathname)) return;
    if (to.hash && to.pathname === location.pathname) return;
    event.preventDefault();
    this.go(to.pathname + to.search + to.hash);
  };
}

export const router = new Router();
