// What the pages find around them and TypeScript does not know of.

declare module "/words.js" {
  export const language: string;
  export const languages: Record<string, string>;
  export const locale: string;
  export const words: Record<string, any>;
}

interface Window {
  companionCamera?: unknown;
}

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;
declare const sampleRate: number;
