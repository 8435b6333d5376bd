const endings: (() => Promise<unknown>)[] = []

/** Runs when the test file is done; what was opened last is closed first. */
export function atEnd(ending: () => Promise<unknown>): void {
  endings.unshift(ending)
}

/**
 * What is the same for a whole test file: opened when first asked for, and forgotten when the file
 * is done.
 */
export function onePerFile<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    if (!opened) {
      opened = open()
      atEnd(async () => {
        opened = undefined
      })
    }
    return opened
  }
}

/**
 * Ends a test file; whoever runs the files calls it. An ending that fails keeps none of the others
 * from running.
 */
export async function endFile(): Promise<void> {
  const problems: unknown[] = []
  for (const ending of endings.splice(0)) await ending().catch((problem) => problems.push(problem))
  if (problems.length > 0)
    throw new AggregateError(problems, `the file did not end well: ${problems.join('; ')}`)
}
