interface ImportMetaEnv {
  /** Base of the service's addresses; set by component tests. */
  readonly VITE_API?: string;
}

interface Heard {
  results: ArrayLike<ArrayLike<{ transcript: string }>>;
}

/** What TypeScript's `Window` lacks: browsers that hear have one of these. */
interface SpeechRecognition {
  lang: string;
  onresult: (heard: Heard) => void;
  onend: () => void;
  onerror: () => void;
  start(): void;
  stop(): void;
  abort(): void;
}

interface Window {
  SpeechRecognition?: new () => SpeechRecognition;
  webkitSpeechRecognition?: new () => SpeechRecognition;
}
