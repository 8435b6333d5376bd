import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { inRepository } from '../../architecture/sources.ts'
import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import { programNamed, startProgram } from './programs.ts'
import { shortenedRules } from './shortened-rules.ts'

export interface FiringAlert {
  labels: Record<string, string>
  annotations: Record<string, string>
}

/** A running Prometheus with the rules of deploy/prometheus. */
export interface Prometheus {
  firing(): Promise<FiringAlert[]>
  /** Targets that do not respond: `redis http://127.0.0.1:9121/metrics`. */
  unreachable(): Promise<string[]>
}

interface ScrapeJob {
  job_name: string
  static_configs: { targets: string[] }[]
  relabel_configs?: { target_label: string; replacement?: string }[]
}

/**
 * Starts Prometheus with the jobs of prometheus.example.yaml that have targets here.
 *
 * @param blackbox the address of blackbox_exporter; null: there is none
 */
export async function startPrometheus(
  targets: Record<string, string[]>,
  blackbox: string | null,
): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'silla-prometheus-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  for (const name of ['silla', 'host'] as const)
    writeFileSync(join(folder, `${name}.rules.yaml`), shortenedRules(name))
  writeFileSync(join(folder, 'prometheus.yaml'), configuration(targets, blackbox))
  mkdirSync(join(folder, 'data'))
  const url = `http://127.0.0.1:${await freePort()}`
  await startProgram(
    programNamed('prometheus'),
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    { url: `${url}/-/ready` },
  )
  const read = async <Data>(path: string): Promise<Data> => {
    const body = (await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: Data }
    return body.data
  }
  return {
    async firing() {
      const { alerts } = await read<{ alerts: (FiringAlert & { state: string })[] }>('alerts')
      return alerts.filter(({ state }) => state === 'firing')
    },
    async unreachable() {
      const { activeTargets } = await read<{ activeTargets: Target[] }>('targets?state=active')
      return activeTargets
        .filter(({ health }) => health !== 'up')
        .map(({ scrapePool, scrapeUrl }) => `${scrapePool} ${scrapeUrl}`)
    },
  }
}

interface Target {
  scrapePool: string
  scrapeUrl: string
  health: string
}

function configuration(targets: Record<string, string[]>, blackbox: string | null): string {
  const file = parse(
    readFileSync(inRepository('deploy/prometheus/prometheus.example.yaml'), 'utf8'),
  )
  const jobs = (file.scrape_configs as ScrapeJob[]).filter(({ job_name }) => targets[job_name])
  for (const job of jobs) {
    job.static_configs = [{ targets: targets[job.job_name] ?? [] }]
    for (const relabel of job.relabel_configs ?? [])
      if (relabel.target_label === '__address__') relabel.replacement = blackbox ?? ''
  }
  return stringify({
    ...file,
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    scrape_configs: jobs,
  })
}
