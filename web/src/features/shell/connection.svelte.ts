import type { Status } from '../../protocol/live_socket.svelte';

/** The state of the table's connection, for the header. Away from a table there is none. */
class ConnectionState {
  status = $state<Status | null>(null);
}

export const connection = new ConnectionState();
