import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { formatLine, openLog } from '../../services/api/src/http/log.ts'

test('the line of a request is the line that pino writes for it', () => {
  const requests = [
    { route: '/api/v1/servicios/:id/', milliseconds: 0.44, businessId: 'f1', code: undefined },
    { route: 'unknown', milliseconds: 12, businessId: undefined, code: 'NOT_FOUND' as const },
    {
      route: String.raw`/docs/static/:name(^[\w"-]+$)/*`,
      milliseconds: 1234.5678,
      businessId: 'é',
      code: undefined,
    },
  ]
  for (const more of requests) {
    const { route, milliseconds, businessId, code } = more
    const start = { requestId: 'my.own_request-1', method: 'GET', route, status: 200 }
    const request = { ...start, milliseconds, businessId, code }
    const lines: string[] = []
    const { logger } = openLog('info', { write: (line) => void lines.push(line) })
    logger.info({ ...request, milliseconds: Math.round(request.milliseconds * 10) / 10 })
    const [line = ''] = lines
    assert.equal(formatLine(request, JSON.parse(line).time), line)
  }
})

for (const end of ['exit(3)', 'throw new Error()', 'undefined'])
  test(`standard output has every line when a process ends by ${end}`, () => {
    const program = ['--conditions=@silla/source', '--input-type=module', '-e', writeLog(end)]
    const { stdout } = spawnSync(process.execPath, program)
    const logged = String(stdout)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).number)
    // a batch that another thread is writing at the end may come after the rest
    assert.deepEqual(
      logged.sort((a, b) => a - b),
      Array.from({ length: 1000 }, (_, i) => i),
    )
  })

const writeLog = (end: string): string => `
  import { exit } from 'node:process'
  import { openLog } from ${JSON.stringify(import.meta.resolve('../../services/api/src/http/log.ts'))}
  const logs = [openLog('info'), openLog('info')]
  for (let number = 0; number < 1000; number++)
    logs[number % 2].logger.info({ number, text: 'x'.repeat(100) })
  ${end}`
