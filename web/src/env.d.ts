interface ImportMetaEnv {
  /** Where the service's addresses begin, in component tests. */
  readonly VITE_API?: string;
}
