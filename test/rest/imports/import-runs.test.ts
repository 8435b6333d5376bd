import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { nightlyMaintenance, runImport } from '@silla/core'
import { testApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { jobsDatabase, runJobs } from '../../support/jobs.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'
import { untilWaiting } from '../../support/until-waiting.ts'

const { witness } = await testDatabase()

const base64 = (file: string | Uint8Array) => Buffer.from(file).toString('base64')

const customersOf = (file: string | Uint8Array, more = {}) => ({
  ...{ tipo: 'clientes', origen: 'generico', archivo: base64(file) },
  ...more,
})

const list = 'id,name,email\n1,Eva Gil,eva@example.com\n2,Hugo,hugo@\n'

type Caller = Pick<TestSalon['backend'], 'get' | 'post'>

/** Starts an import, lets the worker carry it out, and returns what became of it. */
async function imported(
  salon: TestSalon,
  body: object,
  { by = salon.backend as Caller, simulated = false } = {},
) {
  const headers: Record<string, string> = simulated ? { 'x-simular': 'true' } : {}
  const { id } = dataOf(await by.post('/importaciones/', body, headers), 201)
  await runJobs(salon)
  return dataOf(await by.get(`/importaciones/${id}/`))
}

const namesOf = async ({ businessId }: TestSalon) =>
  (
    await witness<{ name: string }[]>`
      select name from app.customers where business_id = ${businessId} order by name`
  ).map(({ name }) => name)

const storedIn = async ({ businessId }: TestSalon) => {
  const [row] = await witness`
    select (select count(*)::int from app.imports where business_id = ${businessId}) as imports,
      (select count(*)::int from app.import_files where business_id = ${businessId}) as files,
      (select count(*)::int from app.import_report_parts where business_id = ${businessId}) as parts`
  return { ...row }
}

/** What the queue is to do about imports, in its order; null: remove a job. */
/** How many imports of a salon are in the queue. */
const queuedImportsOf = async ({ businessId }: TestSalon) => {
  const jobs = await jobsDatabase()
  await jobs`select jobs.relay(10000)`
  const [row] = await jobs<{ queued: number }[]>`
    select count(*)::int as queued from jobs._private_jobs
    where key like ${`${businessId}:run-import:%`}`
  return row?.queued
}

const auditsOf = ({ businessId }: TestSalon) => witness`
  select from audit_entries where business_id = ${businessId} and action = 'imports.create'`

test('D78: a file is tried, imported, and changes nothing when it is sent again', async () => {
  const salon = await openSalon()
  const manager = await salon.staff('manager')
  const counts = { creada: 0, unida: 0, sin_cambios: 0, repetida: 0, omitida: 0, choque: 0 }
  const tried = await imported(salon, customersOf(list), { by: manager, simulated: true })
  assert.deepEqual(
    [tried.estado, tried.simulado, tried.filas_hechas, tried.filas_total, tried.resultados],
    ['terminada', true, 2, 2, { ...counts, creada: 1, rechazada: 1 }],
  )
  assert.deepEqual(await namesOf(salon), [])
  assert.equal((await auditsOf(salon)).length, 0)

  const done = await imported(salon, customersOf(gzipSync(list)), { by: manager })
  assert.deepEqual([done.estado, done.simulado, done.problema], ['terminada', false, null])
  assert.deepEqual(done.resultados, tried.resultados)
  assert.deepEqual(done.columnas.leidas, [
    { columna: 'id', campo: 'id' },
    { columna: 'name', campo: 'nombre' },
    { columna: 'email', campo: 'email' },
  ])
  assert.deepEqual(await namesOf(salon), ['Eva Gil'])
  assert.equal((await auditsOf(salon)).length, 1)
  const rows = `/importaciones/${done.id}/filas/`
  const { items } = dataOf(await manager.get(rows))
  assert.deepEqual(
    items.map(({ linea, resultado }: { linea: number; resultado: string }) => [linea, resultado]),
    [
      [2, 'creada'],
      [3, 'rechazada'],
    ],
  )
  const attention = dataOf(await manager.get(`${rows}?avisos=true&lang=en`))
  assert.deepEqual(attention.items, [
    {
      ...{ linea: 3, id_externo: '2', resultado: 'rechazada', id: null },
      notas: [{ codigo: 'email_not_valid', mensaje: '"hugo@" is not an email address' }],
    },
  ])
  const { csv } = dataOf(await manager.get(`/importaciones/${done.id}/informe/?lang=es`))
  assert.match(
    csv,
    /^\uFEFFlínea;id externo;resultado;id;notas\r\n2;1;nueva;\d+;\r\n3;2;rechazada;;/,
  )
  assert.deepEqual(await storedIn(salon), { imports: 2, files: 0, parts: 2 })

  const again = await imported(salon, customersOf(list), { by: manager })
  assert.deepEqual(again.resultados, { ...counts, sin_cambios: 1, rechazada: 1 })
  assert.deepEqual(await namesOf(salon), ['Eva Gil'])
})

test('bookings take their time, and names without a meaning stop the import', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const file =
    'id,name,date,time,service\n1,Eva Gil,2030-03-05,10:00,Haircut\n2,Eva,2030-03-05,11:00,Corte\n'
  const body = { tipo: 'reservas', origen: 'fresha', archivo: base64(file) }
  const tried = await imported(salon, body, { simulated: true })
  assert.deepEqual(tried.nombres_desconocidos, [{ tipo: 'servicio', nombre: 'Haircut', filas: 1 }])
  const stopped = await imported(salon, body)
  assert.deepEqual([stopped.estado, stopped.problema.codigo], ['fallida', 'names_unknown'])
  const bookings = () => witness`
    select from app.bookings where business_id = ${salon.businessId}`
  assert.equal((await bookings()).length, 0)
  const names = { nombres: [{ archivo: 'Haircut', salon: 'Corte' }] }
  const done = await imported(salon, { ...body, ...names })
  assert.equal(done.resultados.creada, 2)
  assert.equal((await bookings()).length, 2)
})

test('what cannot be read ends the import with a reason, and deletes the file', async () => {
  const salon = await openSalon()
  const problems: [string, object][] = [
    ['file_empty', customersOf('')],
    ['file_without_rows', customersOf('name,email\n')],
    ['columns_missing', customersOf('%PDF-1.7 not a table\nat all\n')],
    ['file_not_text', customersOf('name\nEva\0Gil\n')],
    ['file_encoding', customersOf(Buffer.from('name;email\nPeñalver;\n', 'latin1'))],
    ['file_damaged', customersOf(gzipSync(list).subarray(0, 40))],
    ['column_unknown', customersOf(list, { columnas: [{ columna: 'Correo', campo: 'email' }] })],
    ['columns_missing', { ...customersOf(list), tipo: 'reservas' }],
  ]
  for (const [code, body] of problems) {
    const { estado, problema, filas_total } = await imported(salon, body)
    assert.deepEqual([estado, problema.codigo, filas_total], ['fallida', code, null], code)
  }
  assert.deepEqual(await namesOf(salon), [])
  assert.deepEqual(await storedIn(salon), { imports: problems.length, files: 0, parts: 0 })
  const latin = Buffer.from('name;email\nÍñigo Peñalver;\n=HYPERLINK("x");\n', 'latin1')
  const read = await imported(salon, customersOf(latin, { codificacion: 'windows-1252' }))
  assert.deepEqual([read.resultados.creada, read.resultados.rechazada], [1, 1])
  assert.deepEqual(await namesOf(salon), ['Íñigo Peñalver'])
})

test('a file that is too large is refused before it is read, and one that unpacks to more too', async () => {
  const salon = await openSalon()
  const bomb = gzipSync(Buffer.alloc(21 * 1024 * 1024, 'a'))
  assertError(await salon.backend.post('/importaciones/', customersOf(bomb)), 'FILE_TOO_LARGE')
  const large = customersOf(Buffer.alloc(7 * 1024 * 1024, 'a'))
  assertError(await salon.backend.post('/importaciones/', large), 'FILE_TOO_LARGE')
  assertError(
    await salon.backend.post('/importaciones/', { ...customersOf(list), archivo: 'no base64!' }),
    'VALIDATION_ERROR',
  )
  assert.deepEqual(await storedIn(salon), { imports: 0, files: 0, parts: 0 })
})

test('a file of 100 MB is refused once too much of it has arrived, and the connection stays usable', async () => {
  const salon = await openSalon()
  const { hostname, port } = new URL((await testApi()).url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => {
    received += text
  })
  let sentBytes = 0
  function* requests() {
    const line = 'POST /api/v1/importaciones/ HTTP/1.1'
    const type = 'Content-Type: application/json'
    const head = [line, 'Host: a', `X-API-Key: ${salon.secretKey}`, type]
    yield [...head, 'Transfer-Encoding: chunked', '', ''].join('\r\n')
    const part = Buffer.from(`10000\r\n${'QUJD'.repeat(16 * 1024)}\r\n`)
    for (; received === '' && sentBytes < 100 * 1024 * 1024; sentBytes += part.length) yield part
    yield '0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  }
  Readable.from(requests()).pipe(socket)
  await once(socket, 'close')
  assert.deepEqual(received.match(/HTTP\/1\.1 \d+|"code":"\w+"/g), [
    ...['HTTP/1.1 413', '"code":"FILE_TOO_LARGE"'],
    'HTTP/1.1 200',
  ])
  assert.ok(sentBytes > 8 * 1024 * 1024 && sentBytes < 50 * 1024 * 1024, String(sentBytes))
  assert.deepEqual(await storedIn(salon), { imports: 0, files: 0, parts: 0 })
})

test('one import of a salon runs at a time, and a repeated request is the same one', async () => {
  const [salon, neighbour] = [await openSalon(), await openSalon()]
  const headers = { 'idempotency-key': 'once' }
  const post = (body: object, more = {}) => salon.backend.post('/importaciones/', body, more)
  const { id } = dataOf(await post(customersOf(list), headers), 201)
  const repeated = dataOf(await post(customersOf(list), headers), 201)
  assert.deepEqual([repeated.id, repeated.estado], [id, 'en_espera'])
  assertError(await post(customersOf('name\nEva\n'), headers), 'IDEMPOTENCY_KEY_REUSED')
  const refused = await post(customersOf(list))
  assertError(refused, 'IMPORT_RUNNING')
  assert.deepEqual(refused.error.importacion, { id })
  dataOf(await neighbour.backend.post('/importaciones/', customersOf(list)), 201)
  assertError(await neighbour.backend.get(`/importaciones/${id}/`), 'IMPORT_NOT_FOUND')
  assertError(await neighbour.backend.get(`/importaciones/${id}/filas/`), 'IMPORT_NOT_FOUND')
  assertError(await neighbour.backend.get(`/importaciones/${id}/informe/`), 'IMPORT_NOT_FOUND')
  await runJobs(salon)
  assert.equal(dataOf(await post(customersOf(list), headers), 201).estado, 'terminada')
  dataOf(await post(customersOf(list)), 201)
  await runJobs(salon)
})

test('who may not import is refused: a desk, a receptionist, a passkey too long ago', async () => {
  const salon = await openSalon()
  const send = (by: Caller) => by.post('/importaciones/', customersOf(list))
  assertError(await send(salon.guest as unknown as Caller), 'INSUFFICIENT_SCOPE')
  assertError(await send(await salon.staff('receptionist')), 'PERMISSION_REQUIRED')
  assertError(await send(await salon.staff('professional')), 'PERMISSION_REQUIRED')
  const manager = await salon.staff('manager', { permissionsRemoved: ['bookings.manage'] })
  assertError(
    await manager.post('/importaciones/', { ...customersOf(list), tipo: 'reservas' }),
    'PERMISSION_REQUIRED',
  )
  salon.clock.set(new Date(salon.clock.now().getTime() + 16 * 60_000))
  assertError(await send(manager), 'STEP_UP_REQUIRED')
  assert.deepEqual(await storedIn(salon), { imports: 0, files: 0, parts: 0 })
})

const longList = [
  'id,name,email',
  ...Array.from({ length: 600 }, (_, index) => `${index},Eva Gil,eva.${index}@example.com`),
  '600,,',
].join('\n')

/** Runs an import. `stop` is called when each of its transactions begins, and `hold` before it is committed. */
async function runUntil(
  salon: TestSalon,
  id: number,
  stop: (transactions: number) => Promise<void>,
  hold: (transactions: number) => Promise<void> = async () => {},
) {
  const { tenant, clock, realClock } = await staffOf(salon)
  const { db } = tenant
  let transactions = 0
  const stopping = {
    ...tenant,
    db: {
      ...db,
      transaction: async (...[work, options]: Parameters<typeof db.transaction>) => {
        const begun = ++transactions
        await stop(begun)
        return db.transaction(async (tx) => {
          const result = await work(tx)
          await hold(begun)
          return result
        }, options)
      },
    } as typeof db,
  }
  await runImport({ tenant: stopping, clock, realClock }, id, { isLast: false })
}

test('a worker that is killed in the middle goes on, and the report is that of one run', async () => {
  const salon = await openSalon()
  const { id } = dataOf(await salon.backend.post('/importaciones/', customersOf(longList)), 201)
  // begin, 200 rows, their progress, 200 rows, and then nothing more
  const killed = runUntil(salon, id, async (transactions) => {
    if (transactions === 5) throw new Error('killed')
  })
  await assert.rejects(killed, /killed/)
  assert.equal((await namesOf(salon)).length, 400)
  const running = dataOf(await salon.backend.get(`/importaciones/${id}/`))
  assert.deepEqual(
    [running.estado, running.filas_total, running.filas_hechas],
    ['en_curso', 601, 201],
  )
  await runJobs(salon)
  const done = dataOf(await salon.backend.get(`/importaciones/${id}/`))
  assert.deepEqual(
    [done.estado, done.filas_hechas, done.resultados.creada, done.resultados.rechazada],
    ['terminada', 601, 600, 1],
  )
  assert.equal((await namesOf(salon)).length, 600)
  assert.equal((await storedIn(salon)).files, 0)
})

test('a permission that is withdrawn stops an import that runs; a session that ends does not', async () => {
  const salon = await openSalon()
  const manager = await salon.staff('manager')
  const start = async () =>
    dataOf(await manager.post('/importaciones/', customersOf(longList)), 201).id as number
  const stopped = await start()
  await runUntil(salon, stopped, async (transactions) => {
    if (transactions === 4)
      await witness`
        update app.staff set permissions_removed = '{customers.export}'
        where business_id = ${salon.businessId} and id = ${manager.staffId}`
  })
  const seen = dataOf(await salon.backend.get(`/importaciones/${stopped}/`))
  assert.deepEqual(
    [seen.estado, seen.problema.codigo, seen.resultados.creada],
    ['fallida', 'permission_withdrawn', 200],
  )
  assert.equal((await namesOf(salon)).length, 200)
  const { items } = dataOf(await salon.backend.get(`/importaciones/${stopped}/filas/`))
  assert.equal(items[0].resultado, 'creada')
  assert.equal((await storedIn(salon)).files, 0)

  await witness`
    update app.staff set permissions_removed = '{}'
    where business_id = ${salon.businessId} and id = ${manager.staffId}`
  const other = await salon.staff('manager')
  const { id } = dataOf(await other.post('/importaciones/', customersOf(longList)), 201)
  await witness`
    update app.staff_sessions set ended_at = ${salon.clock.now()}
    where business_id = ${salon.businessId} and id = ${other.sessionId}`
  await runJobs(salon)
  const rest = dataOf(await salon.backend.get(`/importaciones/${id}/`))
  assert.deepEqual([rest.estado, rest.resultados.creada], ['terminada', 400])
})

test('D78: an import that waits or runs is cancelled, what was written stays, and a second click changes nothing', async () => {
  const [salon, neighbour] = [await openSalon(), await openSalon()]
  const manager = await salon.staff('manager')
  const start = async (simulated = false) =>
    dataOf(
      await manager.post(
        '/importaciones/',
        customersOf(longList),
        simulated ? { 'x-simular': 'true' } : {},
      ),
      201,
    ).id as number
  const cancel = async (id: number) => dataOf(await manager.delete(`/importaciones/${id}/?lang=en`))
  const cancelsOf = () => witness`
    select from audit_entries
    where business_id = ${salon.businessId} and action = 'imports.cancel'`

  const waiting = await start()
  assert.equal(await queuedImportsOf(salon), 1)
  assertError(await neighbour.backend.delete(`/importaciones/${waiting}/`), 'IMPORT_NOT_FOUND')
  assertError(
    await (await salon.staff('receptionist')).delete(`/importaciones/${waiting}/`),
    'PERMISSION_REQUIRED',
  )
  const ended = await cancel(waiting)
  assert.deepEqual(
    [ended.estado, ended.problema, ended.resultados],
    [
      'fallida',
      {
        codigo: 'import_cancelled',
        mensaje: 'It was cancelled. What had been imported by then stays.',
      },
      null,
    ],
  )
  assert.deepEqual(await cancel(waiting), ended)
  assert.equal((await cancelsOf()).length, 1)
  assert.deepEqual(await storedIn(salon), { imports: 1, files: 0, parts: 0 })
  assert.equal(await queuedImportsOf(salon), 0)
  await cancel(await start(true))
  assert.equal((await cancelsOf()).length, 1)

  // begin, 200 rows, their progress: another transaction writes nothing
  const running = await start()
  await runUntil(salon, running, async (transactions) => {
    if (transactions === 4) await cancel(running)
  })
  const seen = dataOf(await salon.backend.get(`/importaciones/${running}/`))
  assert.deepEqual(
    [seen.estado, seen.problema.codigo, seen.filas_hechas, seen.resultados.creada],
    ['fallida', 'import_cancelled', 200, 200],
  )
  assert.equal((await namesOf(salon)).length, 200)
  const { pagination } = dataOf(await manager.get(`/importaciones/${running}/filas/`))
  assert.equal(pagination.total_items, 200)

  const other = await start()
  await runJobs(salon)
  assert.equal((await cancel(other)).estado, 'terminada')
  assert.equal((await namesOf(salon)).length, 600)
  assert.equal((await cancelsOf()).length, 2)
})

test('cancelling while rows are written waits for them, and they are in the report', async () => {
  const salon = await openSalon()
  const { id } = dataOf(await salon.backend.post('/importaciones/', customersOf(longList)), 201)
  let cancelling: ReturnType<typeof salon.backend.delete> | undefined
  await runUntil(
    salon,
    id,
    async () => {},
    async (transactions) => {
      if (transactions !== 4) return
      cancelling = salon.backend.delete(`/importaciones/${id}/`)
      await untilWaiting(1)
    },
  )
  const ended = dataOf(await (cancelling ?? assert.fail()))
  assert.deepEqual([ended.estado, ended.resultados.creada], ['fallida', 400])
  assert.equal((await namesOf(salon)).length, 400)
  // the next import may begin
  assert.equal((await imported(salon, customersOf(longList))).resultados.sin_cambios, 400)
})

test('an import whose attempts all fail ends, keeps what it has written, and lets the next one begin', async () => {
  const salon = await openSalon()
  const { id } = dataOf(await salon.backend.post('/importaciones/', customersOf(longList)), 201)
  const { tenant, clock, realClock } = await staffOf(salon)
  const { db } = tenant
  let transactions = 0
  const failing = {
    ...tenant,
    db: {
      ...db,
      transaction: async (...parts: Parameters<typeof db.transaction>) => {
        if (++transactions === 4) throw new Error('the database is away')
        return db.transaction(...parts)
      },
    } as typeof db,
  }
  await runImport({ tenant: failing, clock, realClock }, id, { isLast: true })
  const ended = dataOf(await salon.backend.get(`/importaciones/${id}/`))
  assert.deepEqual(
    [ended.estado, ended.problema.codigo, ended.resultados.creada],
    ['fallida', 'import_interrupted', 200],
  )
  assert.equal((await imported(salon, customersOf(longList))).resultados.sin_cambios, 200)
})

test('an import is gone after a day, also from the database', async () => {
  const salon = await openSalon()
  const { id } = await imported(salon, customersOf(list))
  dataOf(await salon.backend.post('/importaciones/', customersOf(list)), 201)
  salon.clock.set(new Date(salon.clock.now().getTime() + 25 * 3_600_000))
  assertError(await salon.backend.get(`/importaciones/${id}/`), 'IMPORT_NOT_FOUND')
  assert.equal(dataOf(await salon.backend.get('/importaciones/')).items.length, 0)
  assert.equal((await storedIn(salon)).files, 1)
  await nightlyMaintenance(await staffOf(salon))
  assert.deepEqual(await storedIn(salon), { imports: 0, files: 0, parts: 0 })
  // its job finds nothing to do
  await runJobs(salon)
})
