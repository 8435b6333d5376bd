/**
 * Why the processor gave no answer of use, as a sentence for the operator; null when it was
 * something else.
 */
export function processorError(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ProcessorError') return null
  const { kind, message } = error as Error & { kind?: string }
  return sentences[kind ?? '']?.(message) ?? null
}

// by its name: the class comes with the whole core, and help is to be quick
const sentences: Record<string, (message: string) => string> = {
  unavailable: (message) =>
    `The processor does not answer us (${message}). Nothing was changed; try again later.`,
  unsure: (message) =>
    `The processor ${message}, and whether it did anything is not known. Run the command again.`,
  refused: (message) => `The processor refuses: ${message}`,
  unknown: () => 'The processor knows no such thing.',
}
