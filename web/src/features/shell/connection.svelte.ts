import type { Status } from '../../protocol/live_socket.svelte';

/** The connection state of the table on screen, for the header; null elsewhere. */
class ConnectionState {
  status = $state<Status | null>(null);
}

export const connection = new ConnectionState();
