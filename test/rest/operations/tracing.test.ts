import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node'
import { readSettings, startApi } from '@silla/api'
import { startWorker } from '@silla/worker'
import { readTracingSettings } from '../../../packages/tracing/src/config.ts'
import { openTracing } from '../../../packages/tracing/src/open-tracing.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openReports } from '../../support/reports.ts'
import { openSalon } from '../../support/salon.ts'
import { apiSettings } from '../../support/servers.ts'

test('requests, database operations and jobs are recorded without personal data', async (t) => {
  const salon = await openSalon({ now: new Date().toISOString().slice(0, 16) })
  const { urls } = await testDatabase()
  const { spans, exporter } = openCollector()
  const tracing = openTracing('silla-test', exporter)
  const api = await startApi(readSettings({ ...apiSettings(urls.api), LOG_LEVEL: 'silent' }), {
    tracing,
  })
  t.after(() => api.stop())
  const guest = client(`${api.url}/api/v1`, { 'x-api-key': salon.publishableKey })
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await guest.get('/servicios/')
  await guest.get('/servicios/')
  await guest.get(`/disponibilidad/${salon.id('Ana')}/${day}/?duracion=30`)
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const booked = await fetch(`${api.url}/api/v1/reservas/crear/`, {
    method: 'POST',
    headers: {
      'x-api-key': salon.publishableKey,
      'content-type': 'application/json',
      traceparent,
    },
    body: JSON.stringify({
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id('Ana'),
      fecha: day,
      hora_inicio: '10:00',
      nombre: 'Lucía Prado',
      email: 'lucia@example.com',
    }),
  })
  const { data } = (await booked.json()) as { data: { codigo: string } }
  assert.equal(booked.status, 201)
  await guest.get(`/reservas/codigo/${data.codigo}/`)
  await guest.get('/reservas/codigo/ABCDEFGHJK/')

  const reports = openReports()
  const worker = await startWorker(
    {
      databaseUrl: urls.worker,
      mail: { smtpUrl: null, from: '' },
      processor: { live: null, test: null, apiBase: null },
      secretsKeys: null,
      loopbackEndpoints: false,
      publicUrl: null,
      logLevel: 'silent',
    },
    { onAttempt: reports.add, tracing },
  )
  await reports.first(({ task }) => task === 'position-events')
  await worker.stop()
  await tracing.close()

  const named = (name: string) => spans.filter((span) => span.name === name)
  const childrenOf = (parent: ReadableSpan | undefined) =>
    spans.filter((span) => span.parentSpanContext?.spanId === parent?.spanContext().spanId)

  assert.equal(named('GET /api/v1/servicios/').length, 2, 'routed, and ready')
  const [day0] = named('GET /api/v1/disponibilidad/:peluquero_id/:fecha/')
  assert.deepEqual(
    childrenOf(day0).map(({ name }) => name),
    ['postgresql query'],
    'a request that is answered before the router',
  )
  const [created] = named('POST /api/v1/reservas/crear/')
  assert.equal(created?.spanContext().traceId, traceparent.split('-')[1])
  assert.equal(created?.attributes['http.response.status_code'], 201)
  assert.equal(created?.attributes['silla.business_id'], salon.businessId)
  assert.deepEqual(
    childrenOf(created).map(({ name, attributes }) => [name, attributes['silla.business_id']]),
    [['postgresql exec', salon.businessId]],
  )
  const [job] = named('job position-events')
  assert.equal(job?.parentSpanContext, undefined)
  assert.equal(job?.attributes['silla.business_id'], salon.businessId)
  assert.ok(childrenOf(job).length > 0)

  const recorded = JSON.stringify(
    spans.map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
  )
  const secrets = [data.codigo, 'ABCDEFGHJK', 'lucia', 'Luc', salon.publishableKey]
  for (const secret of secrets) assert.ok(!recorded.includes(secret), secret)
})

test('calls to the processor are recorded, and errors by their kind', async () => {
  const { spans, exporter } = openCollector()
  const tracing = openTracing('silla-test', exporter)
  const processors = tracing.processors(
    () => ({ scriptUrl: 'https://js.example', getIntent: noSuchIntent }) as never,
  )
  assert.equal(processors('test')?.scriptUrl, 'https://js.example')
  await assert.rejects(
    async () => processors('test')?.getIntent({ account: 'acct_1' } as never),
    /pi_1/,
  )
  await assert.rejects(
    tracing.operation('query', 'b1', () =>
      Promise.reject(Object.assign(new Error('lucia@example.com'), { code: '23505' })),
    ),
  )
  await tracing.close()
  const [call, operation] = spans
  assert.equal(call?.name, 'processor getIntent')
  assert.equal(call?.attributes['silla.processor_account'], 'acct_1')
  assert.equal(call?.status.code, 2)
  assert.equal(operation?.attributes['error.type'], '23505')
  assert.deepEqual(operation?.status, { code: 2 })
  assert.deepEqual(operation?.events, [])
})

test('a collector that is away is reported once, and again after it was back', async () => {
  let isAway = true
  const tracing = openTracing('silla-test', {
    export: (_, done) => done(isAway ? { code: 1, error: new Error('refused') } : { code: 0 }),
    shutdown: async () => {},
  })
  const reported: string[] = []
  tracing.onFailure((error) => reported.push(String(error)))
  const batch = async () => {
    // as many spans as the library sends without waiting
    for (let span = 0; span < 512; span++) await tracing.operation('query', 'b1', async () => {})
    await new Promise(setImmediate)
  }
  for (const each of [true, true, false, true]) {
    isAway = each
    await batch()
  }
  await tracing.close()
  assert.deepEqual(reported, ['Error: refused', 'Error: refused'])
})

test('tracing is off unless the standard variables switch it on', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  const cases: [Record<string, string>, 'otlp' | 'console' | null][] = [
    [{}, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, null],
    [endpoint, 'otlp'],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, 'otlp'],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'otlp'],
    [{ OTEL_TRACES_EXPORTER: 'console' }, 'console'],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, null],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }, null],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, 'otlp'],
  ]
  for (const [env, exporter] of cases)
    assert.equal(readTracingSettings(env)?.exporter ?? null, exporter, JSON.stringify(env))
  assert.throws(
    () => readTracingSettings({ OTEL_TRACES_EXPORTER: 'zipkin' }),
    /OTEL_TRACES_EXPORTER is zipkin: expected otlp, console or none/,
  )
  assert.throws(
    () => readTracingSettings({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }),
    /OTEL_EXPORTER_OTLP_PROTOCOL is grpc: expected http\/protobuf/,
  )
  for (const url of ['collector', 'localhost:4318'])
    assert.throws(
      () => readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: url }),
      /OTEL_EXPORTER_OTLP_ENDPOINT is not a URL: expected http:\/\/127\.0\.0\.1:4318/,
    )
})

const noSuchIntent = () => Promise.reject(new Error('no such intent: pi_1'))

/** An exporter that keeps the spans; the library's own one forgets them when it is closed. */
function openCollector(): { spans: ReadableSpan[]; exporter: SpanExporter } {
  const spans: ReadableSpan[] = []
  return {
    spans,
    exporter: {
      export(batch, done) {
        spans.push(...batch)
        done({ code: 0 })
      },
      shutdown: async () => {},
    },
  }
}
