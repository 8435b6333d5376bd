import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWidget } from './build-widget.ts'
import { manifestName, readOutput } from './output-folder.ts'
import type { Widget } from './widget.ts'

/** Where `npm run build` puts the files; the same folder from `src/build` and from `dist/build`. */
export const outputFolder = fileURLToPath(new URL('../../dist/browser/', import.meta.url))

/**
 * The widget as `npm run build` has made it. From source, as in `npm start` and in tests, it is
 * built in memory when there is no build, or one that is older than the sources.
 */
export async function readWidget(): Promise<Widget> {
  return runsFromSource && !isFresh() ? buildWidget() : readOutput(outputFolder)
}

const runsFromSource = import.meta.url.endsWith('.ts')

function isFresh(): boolean {
  const built = statSync(join(outputFolder, manifestName), { throwIfNoEntry: false })
  if (!built) return false
  const sources = globSync(['../../{widget,client,locale}/src/**/*.*', '../package.json'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
  return sources.every(
    (path) => statSync(new URL(`../${path}`, import.meta.url)).mtimeMs < built.mtimeMs,
  )
}
