import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { withShortProperties } from './short-names.ts'

/** `import styles from './x.css'` is the minified text, which becomes a constructed style sheet. */
export const minifyStyles: Plugin = {
  name: 'minify-styles',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await build.esbuild.transform(await readFile(path, 'utf8'), {
        loader: 'css',
        minify: true,
        target: ['chrome111', 'safari16.4', 'firefox128'],
      })
      // of `calc`, where a product needs no spaces, and of the values of properties
      const short = code
        .trim()
        .replaceAll(' * ', '*')
        .replaceAll(', ', ',')
        .replace(/(--[\w-]+): /g, '$1:')
      return { contents: withShortProperties(short), loader: 'text' }
    })
  },
}

/** Makes templates smaller, which esbuild leaves as they are. */
export const minifyTemplates: Plugin = {
  name: 'minify-templates',
  setup(build) {
    // indentation means nothing in code, and is a space in a template; next to a tag it is none
    build.onLoad({ filter: /\/(widget|agenda)\/src\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replace(/>\n\s+(?=<|\$\{)/g, '>')
        .replace(/\}\n\s+(?=<\/)/g, '}')
        .replace(/\n\s+/g, '\n')
        .replace(/'--[a-z-]+'/g, (name) =>
          path.includes('/widget/') ? withShortProperties(name) : name,
        ),
      loader: 'ts',
    }))
  },
}
