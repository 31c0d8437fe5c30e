// What the pages find around them and TypeScript does not know of.

declare module "/words.js" {
  export const language: "en" | "de";
  export const words: Record<string, string>;
}

interface Window {
  companionCamera?: unknown;
}

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;
declare const sampleRate: number;
