/** A sentence for the operator about an error of the payment processor; null for other errors. */
export function processorError(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ProcessorError') return null
  const { kind, message } = error as Error & { kind?: string }
  return sentences[kind ?? '']?.(message) ?? null
}

// compares the name, because importing the class would load the whole core
const sentences: Record<string, (message: string) => string> = {
  unavailable: (message) =>
    `The processor is not reachable (${message}). Nothing was changed; try again later.`,
  unsure: (message) =>
    `The processor ${message}, so it is unknown whether the request was executed. Run the ` +
    'command again.',
  refused: (message) => `The processor rejected the request: ${message}`,
  unknown: () => 'The processor has no such object.',
}
