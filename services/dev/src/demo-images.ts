import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The images of the demo businesses, drawn on request: `/demo/images/<name>.svg`. */
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
        .send(name.endsWith('-cover') ? drawDemoCover(name) : drawDemoImage(name))
    },
  )
}

/** A wide picture of waves for the top of a page, in the colours of the name. */
function drawDemoCover(name: string): string {
  const { first, second, bytes } = coloursOf(name)
  const waves = [0, 1, 2, 3].map((index) => {
    const top = 190 + index * 70 + ((bytes[index] ?? 0) % 40)
    const swell = 60 + ((bytes[index + 4] ?? 0) % 90)
    return `<path d="M0 ${top} C 400 ${top - swell}, 560 ${top + swell}, 900 ${top} S 1400 ${top - swell}, 1600 ${top - 30} V 480 H 0 Z" fill="white" fill-opacity="0.0${5 + index}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="480" viewBox="0 0 1600 480" preserveAspectRatio="xMidYMid slice">
  <defs>
    <linearGradient id="background" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${first} 38% 58%)"/>
      <stop offset="1" stop-color="hsl(${second} 42% 36%)"/>
    </linearGradient>
  </defs>
  <rect width="1600" height="480" fill="url(#background)"/>
  <circle cx="${1100 + (bytes[2] ?? 0)}" cy="${90 + ((bytes[3] ?? 0) % 90)}" r="120" fill="white" fill-opacity="0.12"/>
  ${waves.join('\n  ')}
</svg>
`
}

/** Two hues, derived from the name. */
function coloursOf(name: string) {
  const bytes = createHash('sha256').update(name).digest()
  const [hue = 0, shift = 0] = bytes
  const first = Math.round((hue / 255) * 360)
  return { bytes, first, second: (first + 40 + Math.round((shift / 255) * 60)) % 360 }
}

/** A square with initials and two colours, derived from the name: the same name, the same image. */
function drawDemoImage(name: string): string {
  const words = name.split('-').filter((word) => word !== '')
  const initials = words.slice(0, 2).map((word) => word.charAt(0).toUpperCase())
  const { first, second, bytes } = coloursOf(name)
  const [, , x = 0, y = 0] = bytes
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640" role="img" aria-label="${words.join(' ')}">
  <defs>
    <linearGradient id="background" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${first} 45% 62%)"/>
      <stop offset="1" stop-color="hsl(${second} 50% 42%)"/>
    </linearGradient>
  </defs>
  <rect width="640" height="640" fill="url(#background)"/>
  <circle cx="${80 + x}" cy="${60 + y}" r="210" fill="white" fill-opacity="0.10"/>
  <circle cx="${560 - y}" cy="${580 - x}" r="150" fill="white" fill-opacity="0.08"/>
  <text x="320" y="320" dy="0.35em" text-anchor="middle" font-family="Georgia, serif" font-size="220" fill="white" fill-opacity="0.92">${initials.join('')}</text>
</svg>
`
}
