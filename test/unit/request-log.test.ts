import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLine, openLog } from '../../services/api/src/plugins/log.ts'

test('the line of a request is the line that pino writes for it', () => {
  const requests = [
    { route: '/api/v1/servicios/:id/', milliseconds: 0.44, businessId: 'f1' },
    { route: 'unknown', milliseconds: 12, businessId: undefined },
    {
      route: String.raw`/docs/static/:name(^[\w"-]+$)/*`,
      milliseconds: 1234.5678,
      businessId: 'é',
    },
  ]
  for (const more of requests) {
    const { route, milliseconds, businessId } = more
    const start = { requestId: 'my.own_request-1', method: 'GET', route, status: 200 }
    const request = { ...start, milliseconds, businessId }
    const lines: string[] = []
    const { logger } = openLog('info', { write: (line) => void lines.push(line) })
    logger.info({ ...request, milliseconds: Math.round(request.milliseconds * 10) / 10 })
    const [line = ''] = lines
    assert.equal(formatLine(request, JSON.parse(line).time), line)
  }
})
