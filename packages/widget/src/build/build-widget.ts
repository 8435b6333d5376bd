import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '@silla/locale'
import type { BuildOptions, BuildResult, Metafile } from 'esbuild'
import { minifyStyles, minifyTemplates } from './minify-sources.ts'
import { shortNames } from './short-names.ts'
import { type ChunkName, type ElementName, elements, integrityOf, type Widget } from './widget.ts'

const sourceFolder = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundles the widget, in memory and within a fraction of a second.
 *
 * First the chunks of each element, then the entry, which is small, because pages load it from an address that is cached for a short time only. Chunks are
 * loaded from the folder of the release, whose name is the hash of all files; a placeholder of the
 * same length stands for it until then.
 */
export async function buildWidget(): Promise<Widget> {
  const { build } = await import('esbuild')
  const builds: BuildResult<typeof options>[] = []
  // one after the other: both elements use the same texts, by the same short names
  for (const element of elements)
    builds.push(
      await build({
        ...options,
        mangleCache: builds.at(-1)?.mangleCache ?? {},
        splitting: true,
        entryPoints: entryPointsOf(element),
        // the name of the folder changes with every byte
        entryNames: '[name]',
        chunkNames: '[name]-[hash]',
        publicPath: `../${releasePlaceholder}`,
        plugins: [minifyStyles, minifyTemplates],
      }),
    )
  const outputs: Outputs = Object.assign({}, ...builds.map(({ metafile }) => metafile.outputs))
  const loaded = initialChunks(outputs)
  const entry = await build({
    ...options,
    entryPoints: { silla: 'index.ts' },
    define: { SILLA_RELEASE: JSON.stringify(releasePlaceholder) },
  })
  // both elements have the same files of texts
  const texts = new Map(
    [...builds, entry].flatMap(({ outputFiles }) =>
      outputFiles.map(({ path, text }) => [basename(path), text]),
    ),
  )
  const hash = releaseOf(texts)
  const files = [...texts].map(([name, text]) => {
    const content = Buffer.from(text.replaceAll(releasePlaceholder, hash))
    return [name, { content, integrity: integrityOf(content) }] as const
  })
  return { hash, files: new Map(files), chunks: loaded }
}

type Outputs = Metafile['outputs']

/** The chunks that the entry may load for an element, with their sources. */
const entryPointsOf = (element: ElementName): Partial<Record<ChunkName, string>> =>
  Object.fromEntries([
    [element, `${element}/silla-${element}.ts`],
    ...languages.map((language) => [language, `text/${language}.ts`]),
    ...(element === 'manage'
      ? languages.map((language) => [`manage-${language}`, `manage/text/${language}.ts`])
      : []),
  ])

const releasePlaceholder = 'silla_release___'

const options = {
  absWorkingDir: sourceFolder,
  bundle: true,
  format: 'esm',
  minify: true,
  // Safari 16.4, Chrome 111, Firefox 128: the first with relative colours and container queries
  target: ['es2022'],
  charset: 'utf8',
  conditions: ['@silla/source'],
  legalComments: 'none',
  mangleProps: new RegExp(`^(${shortNames.join('|')})$`),
  metafile: true,
  write: false,
  outdir: '.',
} as const satisfies BuildOptions

/** The files of each entry point with those that they import statically. */
function initialChunks(outputs: Outputs): Record<ChunkName, string[]> {
  const withImports = (path: string): string[] => [
    path,
    ...(outputs[path]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap((imported) => withImports(basename(imported.path))),
  ]
  const entries = Object.entries(outputs).flatMap(([path, { entryPoint }]) => {
    const name = nameOf(entryPoint)
    return name ? [[name, [...new Set(withImports(path))]]] : []
  })
  return Object.fromEntries(entries)
}

/** null for a file that is loaded later. */
const nameOf = (entryPoint: string | undefined): ChunkName | null => {
  const named = elements.flatMap((element) => Object.entries(entryPointsOf(element)))
  return (named.find(([, source]) => source === entryPoint)?.[0] ?? null) as ChunkName | null
}

function releaseOf(texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const [name, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${text}\0`)
  return hash.digest('hex').slice(0, releasePlaceholder.length)
}
