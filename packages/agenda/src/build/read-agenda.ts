import { fileURLToPath } from 'node:url'
import { readRelease } from '@silla/widget'
import { type AgendaRelease, buildAgenda } from './build-agenda.ts'

/** Where `npm run build` puts the files; the same folder from `src/build` and from `dist/build`. */
export const outputFolder = fileURLToPath(new URL('../../dist/browser/', import.meta.url))

/** The page as `npm run build` has made it, or from source. */
export const readAgenda = (): Promise<AgendaRelease> =>
  readRelease({
    ...{ outputFolder, build: buildAgenda },
    sources: ['../../{agenda,widget,client,locale}/src/**/*.*', '../package.json'],
    from: import.meta.url,
  })
