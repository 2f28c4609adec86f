interface ImportMetaEnv {
  /** Base of the service's addresses; set by component tests. */
  readonly VITE_API?: string;
}
