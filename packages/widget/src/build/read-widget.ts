import { globSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWidget } from './build-widget.ts'
import { integrityOf, type Widget } from './widget.ts'

/** Where `npm run build` puts the files; the same folder from `src/build` and from `dist/build`. */
export const outputFolder = fileURLToPath(new URL('../../dist/browser/', import.meta.url))

/** In the output folder; written last. */
export const manifestName = 'manifest.json'

export interface Manifest extends Pick<Widget, 'hash' | 'chunks'> {
  files: Record<string, { integrity: string; bytes: number; gzipBytes: number }>
}

/**
 * The widget as `npm run build` has made it. From source, as in `npm start` and in tests, it is
 * built in memory when there is no build, or one that is older than the sources.
 */
export async function readWidget(): Promise<Widget> {
  return runsFromSource && !isFresh() ? buildWidget() : readBuild()
}

const runsFromSource = import.meta.url.endsWith('.ts')

async function readBuild(): Promise<Widget> {
  const text = await readFile(join(outputFolder, manifestName), 'utf8').catch((cause) => {
    throw new Error(`The widget is not built: run npm run build (${outputFolder})`, { cause })
  })
  const { hash, chunks, files } = JSON.parse(text) as Manifest
  const read = Object.entries(files).map(async ([name, { integrity }]) => {
    const content = await readFile(join(outputFolder, name))
    if (integrityOf(content) !== integrity)
      throw new Error(`${name} of the widget is not that of its manifest: run npm run build`)
    return [name, { content, integrity }] as const
  })
  return { hash, chunks, files: new Map(await Promise.all(read)) }
}

function isFresh(): boolean {
  const built = statSync(join(outputFolder, manifestName), { throwIfNoEntry: false })
  if (!built) return false
  const sources = globSync(['../../{widget,client}/src/**/*.*', '../package.json'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
  return sources.every(
    (path) => statSync(new URL(`../${path}`, import.meta.url)).mtimeMs < built.mtimeMs,
  )
}
