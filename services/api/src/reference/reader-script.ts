import { readFile } from 'node:fs/promises'

/**
 * The reader's program for browsers: the file that `npm run build` has written beside this one, so that
 * a production install needs nothing else of the reader's package; from source, out of the package.
 */
export async function readReaderScript(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readFile(builtReaderScript, 'utf8')
  const { extractReaderScript } = await import('./extract-reader-script.ts')
  return extractReaderScript()
}

export const builtReaderScript = new URL('reader.js', import.meta.url)
