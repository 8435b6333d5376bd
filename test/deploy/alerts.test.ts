import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { inRepository, json, none } from '../architecture/sources.ts'

const read = (path: string) => readFileSync(inRepository(path), 'utf8')
const rules: {
  alert: string
  labels: Record<string, string>
  annotations: Record<string, string>
}[] = ['silla', 'host'].flatMap((name) =>
  parse(read(`deploy/prometheus/${name}.rules.yaml`)).groups.flatMap(
    ({ rules }: { rules: object[] }) => rules,
  ),
)
const caseFiles = ['test/deploy/alerts.yaml', 'test/deploy/alerts-of-days.yaml']

test('every alert has a severity, a summary, a description and a section of the documentation', () => {
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity ?? '', /^(page|ticket)$/, alert)
    assert.ok(annotations.summary && annotations.description, alert)
    const [page = '', anchor] = (annotations.runbook ?? '').split('#')
    const anchors = [...read(page).matchAll(/^#{2,} (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    )
    assert.ok(anchors.includes(anchor ?? ''), `${alert}: ${page} has no section #${anchor}`)
  }
})

test('for every alert, a case shows that it fires', () => {
  const cases = caseFiles.map(read).join('\n')
  none(
    rules.map(({ alert }) => alert).filter((alert) => !cases.includes(`alertname="${alert}"`)),
    `Add a case to ${caseFiles.join(' or ')}:`,
  )
})

test('the rules are valid for Prometheus, and fire when they should', (t) => {
  promtool(t, 'check', 'config', 'deploy/prometheus/prometheus.example.yaml')
  promtool(t, 'test', 'rules', ...caseFiles)
})

test('the expressions of the dashboard are valid for Prometheus', (t) => {
  const panels: { targets?: { expr: string }[] }[] = json('deploy/grafana/silla.json').panels
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const group = {
    name: 'dashboard',
    // as Grafana replaces its variables
    rules: expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
    })),
  }
  const folder = mkdtempSync(join(tmpdir(), 'silla-dashboard-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: [group] }))
  promtool(t, 'check', 'rules', join(folder, 'rules.yaml'))
})

/** Fails unless promtool is content; does nothing where it is not installed. */
function promtool(t: TestContext, ...args: string[]): void {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: inRepository('.'),
    encoding: 'utf8',
  })
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
    t.diagnostic('promtool is missing: the rules were not checked')
    return
  }
  assert.equal(status, 0, `${stdout}${stderr}`)
}
