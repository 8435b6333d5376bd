import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { readSettings, startApi } from '@silla/api'
import { openJobMetrics } from '@silla/worker'
import { parse } from 'yaml'
import { inRepository, json, none } from '../architecture/sources.ts'
import { testDatabase } from '../support/database.ts'
import { testMessageSenders } from '../support/message-providers.ts'
import { openSalon } from '../support/salon.ts'
import { apiSettings } from '../support/servers.ts'
import { readsOf } from './promql.ts'

// Alerts and dashboard against the metrics of a running API and of the worker: a name or a label that
// no longer exists would leave an alert silent.

const yaml = (path: string) => parse(readFileSync(inRepository(path), 'utf8'))
const rulesOf = (
  name: 'silla' | 'host',
): { alert: string; expr: string; annotations: Record<string, string> }[] =>
  yaml(`deploy/prometheus/${name}.rules.yaml`).groups.flatMap(
    ({ rules }: { rules: object[] }) => rules,
  )
const rules = rulesOf('silla')
const dashboard = json('deploy/grafana/silla.json')
const scraped: { job_name: string }[] = yaml(
  'deploy/prometheus/prometheus.example.yaml',
).scrape_configs

/** Names of metrics to their labels, with the values seen. */
const exposed = new Map<string, Map<string, Set<string>>>()

before(async () => {
  const salon = await openSalon()
  const settings = apiSettings((await testDatabase()).urls.api)
  const api = await startApi(
    readSettings({ ...settings, LOG_LEVEL: 'silent', METRICS_PORT: '0', SILLA_RATE_LIMITS: 'off' }),
    { messageSenders: testMessageSenders },
  )
  try {
    await fetch(`${api.url}/readyz`)
    await fetch(`${api.url}/mensajes/test-sms/`, { method: 'POST' })
    await fetch(`${api.url}/api/v1/reservas/crear/`, { method: 'POST' })
    await fetch(`${api.url}/api/v1/servicios/`, { headers: { 'x-api-key': salon.publishableKey } })
    collect(await (await fetch(api.metricsUrl ?? '')).text())
  } finally {
    await api.stop()
  }
  const worker = openJobMetrics()
  const attempt = { task: 'send-mail', payload: {}, attempt: 1, milliseconds: 5 }
  worker.recordAttempt({ ...attempt, isLast: false, error: undefined })
  worker.recordAttempt({ ...attempt, isLast: false, error: new Error('no answer') })
  worker.recordAttempt({ ...attempt, isLast: true, error: new Error('no answer') })
  worker.countEvents(['reserva.creada', 'reserva.cancelada', 'reserva.reprogramada'])
  for (const outcome of ['sent', 'unknown', 'failed', 'undelivered'] as const)
    worker.countMessage(outcome)
  const delivery = { milliseconds: 5, lagMilliseconds: 5 }
  worker.deliveries.onAttempt({ ...delivery, succeeded: true })
  worker.deliveries.onAttempt({ ...delivery, succeeded: false })
  worker.readBacklog(async () => ({ dueJobs: 1, oldestDueSeconds: 5 }))
  collect(await worker.text())
  // what exporters expose is known from the alerts, which npm run alerts fires with real ones
  for (const { expr } of rulesOf('host'))
    for (const { metric, labels } of readsOf(expr).selectors) {
      const known = exposed.get(metric) ?? new Map<string, Set<string>>()
      exposed.set(metric, known)
      for (const { name, value } of labels)
        known.set(name, (known.get(name) ?? new Set()).add(value ?? ''))
    }
})

test('every alert reads metrics, labels and values that exist', () => {
  assert.ok(rules.length > 10)
  none(
    rules.flatMap(({ alert, expr }) => unknownIn(expr).map((what) => `${alert}: ${what}`)),
    'Correct deploy/prometheus/silla.rules.yaml:',
  )
})

test('every panel of the dashboard reads metrics, labels and values that exist', () => {
  const panels: { title: string; type: string; targets?: { expr: string }[] }[] = dashboard.panels
  const withData = panels.filter(({ type }) => type !== 'row')
  assert.ok(withData.length > 10)
  none(
    withData.flatMap(({ title, targets = [] }) =>
      targets.length === 0
        ? [`${title}: no expression`]
        : targets.flatMap(({ expr }) => unknownIn(expr).map((what) => `${title}: ${what}`)),
    ),
    'Correct deploy/grafana/silla.json:',
  )
})

test('every metric of Silla and of an alert has a panel', () => {
  const targets = dashboard.panels.flatMap(({ targets = [] }: { targets?: object[] }) => targets)
  const read = new Set(
    targets.flatMap(({ expr }: { expr: string }) =>
      readsOf(expr).selectors.map(({ metric }) => baseName(metric)),
    ),
  )
  const ours = [...exposed.keys()].filter((name) => name.startsWith('silla_')).map(baseName)
  const alerted = rulesOf('host').flatMap(({ expr }) =>
    readsOf(expr).selectors.map(({ metric }) => metric),
  )
  none(
    [...new Set([...ours, ...alerted])].filter((name) => !read.has(name)),
    'Add a panel to deploy/grafana/silla.json, and an alert where it helps:',
  )
})

test('the check notices a metric, a label and a value that do not exist', () => {
  assert.deepEqual(unknownIn('sum(rate(silla_requests_count[5m])) > 0'), ['silla_requests_count'])
  assert.deepEqual(unknownIn('sum by (tasks) (silla_job_seconds_count{kind="x"}) > 450e6'), [
    'kind of silla_job_seconds_count',
    'by tasks',
  ])
  assert.deepEqual(unknownIn('silla_job_seconds_count{outcome="lost"} offset 1h'), [
    'outcome="lost" of silla_job_seconds_count',
  ])
  assert.deepEqual(unknownIn('up{job="silla"} == 0'), ['job="silla" of up'])
})

/** The samples of a response in the text format of Prometheus. */
function collect(text: string): void {
  // a histogram without observations has no samples yet
  for (const [, name] of text.matchAll(/^# TYPE (\w+) histogram$/gm))
    for (const part of ['bucket', 'count', 'sum'])
      exposed.set(`${name}_${part}`, exposed.get(`${name}_${part}`) ?? new Map())
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? /gm)) {
    const known = exposed.get(name) ?? new Map<string, Set<string>>()
    exposed.set(name, known)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value))
  }
}

function unknownIn(expression: string): string[] {
  const { selectors, groupedBy } = readsOf(expression)
  const unknown = selectors.flatMap(({ metric, labels }) => {
    const known = labelsOf(metric)
    if (known === null) return [metric]
    return labels.flatMap(({ name, value }) => {
      const values = known.get(name)
      if (values === undefined) return [`${name} of ${metric}`]
      const mustExist = value !== null && name !== 'status'
      return mustExist && !values.has(value) ? [`${name}="${value}" of ${metric}`] : []
    })
  })
  const labels = new Set(selectors.flatMap(({ metric }) => [...(labelsOf(metric)?.keys() ?? [])]))
  return [...unknown, ...groupedBy.flatMap((name) => (labels.has(name) ? [] : [`by ${name}`]))]
}

/** With those that Prometheus adds itself. */
function labelsOf(metric: string): Map<string, Set<string>> | null {
  const labels = metric === 'up' ? new Map() : exposed.get(metric)
  const jobs = new Set(scraped.map(({ job_name }) => job_name))
  return labels === undefined ? null : new Map([...labels, ['job', jobs], ['instance', new Set()]])
}

const baseName = (metric: string) => metric.replace(/_(bucket|count|sum)$/, '')
