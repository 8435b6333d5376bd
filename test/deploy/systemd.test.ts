import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inRepository, none, sources } from '../architecture/sources.ts'

const files = sources('deploy/systemd/**/*.{service,timer,conf}')
const units = files.filter(({ path }) => path.endsWith('.service'))
const hardening = files.find(({ path }) => path.endsWith('silla-.service.d/hardening.conf'))?.text

test('the drop-in with the restrictions applies to every unit', () => {
  assert.deepEqual(
    units.map(({ path }) => path.replace('deploy/systemd/', '')),
    ['silla-api@.service', 'silla-backup.service', 'silla-migrate.service', 'silla-worker.service'],
  )
  for (const setting of [
    'DynamicUser=yes',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateDevices=yes',
    'PrivateUsers=yes',
    'RestrictNamespaces=yes',
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged @resources',
  ])
    assert.ok(hardening?.split('\n').includes(setting), setting)
  none(
    units
      .filter(({ text }) => /^(User|Protect\w+|Private\w+)=/m.test(text))
      .map(({ path }) => path),
    'Restrict every unit in silla-.service.d/hardening.conf:',
  )
})

test('programs that run for long start again after they end, however often', () => {
  for (const { path, text } of units.filter(({ text }) => !text.includes('Type=oneshot'))) {
    assert.match(text, /^Restart=always$/m, path)
    assert.match(text, /^StartLimitIntervalSec=0$/m, path)
    assert.match(text, /^WantedBy=multi-user\.target$/m, path)
  }
})

test('programs are started with the Node of the install, which gets the signals', () => {
  for (const { path, text } of units)
    assert.match(text, /^ExecStart=\/srv\/silla\/node_modules\/\.bin\/(node|silla) /m, path)
})

test('the API and the worker have the settings of .env.example that limit their memory', () => {
  const example = readFileSync(inRepository('.env.example'), 'utf8')
  const memory = example.match(/^(NODE_OPTIONS|MALLOC_MMAP_THRESHOLD_)=.+$/gm) ?? []
  assert.equal(memory.length, 2)
  for (const { path, text } of units.filter(({ text }) => text.includes('MemoryMax=')))
    assert.ok(text.includes(`\nEnvironment=${memory.join(' ')}\n`), path)
})

test('requests come before everything else that runs on the cores of the API', () => {
  const weighted = units.filter(({ text }) => /^CPUWeight=1000$/m.test(text))
  assert.deepEqual(
    weighted.map(({ path }) => path),
    ['deploy/systemd/silla-api@.service'],
  )
})

test('nginx tries every API process of the documentation, and logs no requests', () => {
  const [proxy] = sources('deploy/nginx/silla.conf')
  const [documentation] = sources('docs/operations.md')
  const [, started = ''] = /^systemctl enable --now (.+)$/m.exec(documentation?.text ?? '') ?? []
  const ports = [...started.matchAll(/silla-api@(\d+)/g)].map(([, port]) => port)
  assert.equal(ports.length, 2)
  // with max_fails, a process that has just been replaced would be avoided while the next one stops
  assert.deepEqual(
    proxy?.text.match(/^ +server .+$/gm)?.map((line) => line.trim()),
    ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`),
  )
  const servers = proxy?.text.split(/^server /m).slice(1) ?? []
  for (const server of servers) assert.match(server, /^ +access_log off;$/m)
  assert.match(servers.at(-1) ?? '', /^ +error_log \S+ crit;$/m)
})

test('pgBackRest: configuration, units and documentation name the same repository and stanza', () => {
  const config = sources('deploy/pgbackrest/*.conf')[0]?.text ?? ''
  const folder = /^repo1-path=(.+)$/m.exec(config)?.[1]
  const [service] = sources('deploy/pgbackrest/*.service')
  assert.ok(folder && config.includes('\n[silla]\n'))
  assert.match(service?.text ?? '', new RegExp(`^RequiresMountsFor=${folder}$`, 'm'))
  assert.match(service?.text ?? '', new RegExp(`^ReadWritePaths=${folder} `, 'm'))
  const [documentation] = sources('docs/operations.md')
  assert.ok(documentation?.text.includes(`-o postgres ${folder} `))
  const commands = `${service?.text}${documentation?.text}`.match(/pgbackrest --\S+/g) ?? []
  assert.deepEqual([...new Set(commands)], ['pgbackrest --stanza=silla'])
  for (const { path } of sources('deploy/pgbackrest/*.timer'))
    assert.ok(documentation?.text.includes(path.replace('deploy/pgbackrest/', '')), path)
})
