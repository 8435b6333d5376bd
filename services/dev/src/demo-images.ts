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
        .send(drawDemoImage(name))
    },
  )
}

/** A square with initials and two colours, derived from the name: the same name, the same image. */
function drawDemoImage(name: string): string {
  const words = name.split('-').filter((word) => word !== '')
  const initials = words.slice(0, 2).map((word) => word.charAt(0).toUpperCase())
  const [hue = 0, shift = 0, x = 0, y = 0] = createHash('sha256').update(name).digest()
  const first = Math.round((hue / 255) * 360)
  const second = (first + 40 + Math.round((shift / 255) * 60)) % 360
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
