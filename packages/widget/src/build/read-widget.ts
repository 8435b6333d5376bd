import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWidget } from './build-widget.ts'
import { manifestName, readOutput } from './output-folder.ts'
import type { Release, Widget } from './widget.ts'

/** Where `npm run build` puts the files; the same folder from `src/build` and from `dist/build`. */
export const outputFolder = fileURLToPath(new URL('../../dist/browser/', import.meta.url))

/** The widget as `npm run build` has made it, or from source. */
export const readWidget = (): Promise<Widget> =>
  readRelease({
    ...{ outputFolder, build: buildWidget },
    sources: ['../../{widget,client,locale}/src/**/*.*', '../package.json'],
    from: import.meta.url,
  })

/**
 * Browser code as `npm run build` has made it. From source, as in `npm start` and in tests, it is
 * built in memory when there is no build, or one that is older than the sources.
 *
 * @param sources patterns, relative to the folder `src` of the package
 * @param from the URL of a module in its folder `src/build`
 */
export async function readRelease<Built extends Release>({
  outputFolder,
  build,
  sources,
  from,
}: {
  outputFolder: string
  build: () => Promise<Built>
  sources: readonly string[]
  from: string
}): Promise<Built> {
  const runsFromSource = from.endsWith('.ts')
  const isFresh = () => {
    const built = statSync(join(outputFolder, manifestName), { throwIfNoEntry: false })
    if (!built) return false
    const folder = fileURLToPath(new URL('..', from))
    return globSync([...sources], { cwd: folder }).every(
      (path) => statSync(join(folder, path)).mtimeMs < built.mtimeMs,
    )
  }
  return runsFromSource && !isFresh() ? build() : readOutput<Built>(outputFolder)
}
