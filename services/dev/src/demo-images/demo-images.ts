import type { FastifyInstance } from 'fastify'
import { drawCover } from './cover.ts'
import { motifOf } from './motifs.ts'
import { paletteOf } from './palette.ts'
import { drawPortrait, looks } from './portrait.ts'

/**
 * The pictures of the demo salons: flat drawings of a few hundred bytes, made when they are requested,
 * so that the demo needs no other host: `/demo/images/<name>.svg`.
 */
export function addDemoImages(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(
    '/demo/images/:file',
    { schema: { hide: true } as object },
    (request, reply) => {
      const name = /^([a-z0-9-]{1,80})\.svg$/.exec(request.params.file)?.[1]
      if (name === undefined) return reply.callNotFound()
      return reply
        .header('cache-control', 'public, max-age=86400')
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/svg+xml')
        .send(drawDemoImage(name))
    },
  )
}

/** The same name is always the same picture. */
function drawDemoImage(name: string): string {
  const palette = paletteOf(name)
  if (name.endsWith('-cover')) return svg(1600, 480, drawCover(name))
  const look = looks[name]
  return svg(
    640,
    640,
    `<rect width="640" height="640" fill="${palette.ground}"/>${
      look ? drawPortrait(look, palette) : motifOf(name)(palette)
    }`,
  )
}

const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>\n`
