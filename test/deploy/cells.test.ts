import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCalendarFeed } from '@silla/core'
import { sources } from '../architecture/sources.ts'
import { receiverOrigin } from '../moves/move-options.ts'
import { moved, otherDeployment } from '../moves/moving-salon.ts'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { freePort } from '../support/free-port.ts'
import { openSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { until } from '../support/until.ts'

const program = '/usr/sbin/nginx'
const skip = existsSync(program) ? false : `${program} is not installed`

/** Starts nginx with the example of deploy/nginx, and returns its address. */
async function startProxy(cells: { a: string; b: string }, lines: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'silla-nginx-'))
  const port = await freePort()
  const [example] = sources('deploy/nginx/cells.conf')
  const hostOf = (url: string) => new URL(url).host
  const server = (example?.text ?? '')
    .replace('10.0.1.10:3000', hostOf(cells.a))
    .replace('10.0.2.10:3000', hostOf(cells.b))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('b\\.cells\\.example', new URL(receiverOrigin).host.replaceAll('.', '\\.'))
    .replace(/( {2}~\^\/s\/salon-dubai)/, `${lines.join('\n')}\n$1`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${folder}/${each};`)
    .join('\n')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr crit; events {}
    http { access_log off; ${temporary}\n${server} }`,
  )
  const child = spawn(program, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  atEnd(async () => {
    await ended(child)
    rmSync(folder, { recursive: true, force: true })
  })
  await until(() => accepts(port, child))
  return `http://127.0.0.1:${port}`
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function accepts(port: number, child: ChildProcess): Promise<boolean> {
  assert.equal(child.exitCode, null, 'nginx ended')
  const socket = createConnection(port, '127.0.0.1')
  const isOpen = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return isOpen
}

test('two deployments behind one name: salons of both, also one that has moved and is in no map', {
  skip,
}, async () => {
  const [api, other] = [await testApi(), await otherDeployment()]
  const fixture = { professionals: ['Ana'], settings: { onlinePage: true } }
  const [stays, moves] = [await openSalon(fixture), await openSalon(fixture)]
  const { token } = await createCalendarFeed(await staffOf(moves), null)
  other.api.clock.set(moves.clock.now())
  const proxy = await startProxy({ a: api.url, b: other.api.url }, [])
  const through = (salon: typeof stays) => salon.guestAt(`${proxy}/api/v1`)
  const open = async (path: string) => {
    const response = await fetch(new URL(path, proxy), { redirect: 'manual' })
    return [response.status, /BEGIN:VCALENDAR|<silla-booking/.test(await response.text())]
  }
  dataOf(await through(moves).book('Ana', '10:00'), 201)

  await moved(moves.slug)
  await until(async () => (await moves.guest.get('/servicios/')).status === 421)
  const booked = dataOf(await through(moves).book('Ana', '11:00'), 201)
  dataOf(await through(moves).get(`/reservas/codigo/${booked.codigo}/`))
  dataOf(await through(stays).book('Ana', '11:00'), 201)
  assert.deepEqual(await open(`/s/${moves.slug}`), [200, true])
  assert.deepEqual(await open(`/s/${stays.slug}`), [200, true])
  assert.deepEqual(await open(`/calendarios/${token}.ics`), [200, true])

  // with a line in the map, the cell that it has left is not needed
  const mapped = await startProxy({ a: 'http://127.0.0.1:1', b: other.api.url }, [
    `  ~^/s/${moves.slug}(/|$) cell_b;`,
  ])
  assert.equal((await fetch(new URL(`/s/${moves.slug}`, mapped))).status, 200)
  const lost = await fetch(new URL(`/s/${stays.slug}`, mapped))
  assert.equal(lost.status, 502)
})
