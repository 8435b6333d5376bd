import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

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
      return { contents: code.trim(), loader: 'text' }
    })
  },
}
