import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inRepository } from '../../architecture/sources.ts'
import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import { NotHere, type OpenCauses } from './cause.ts'
import { programNamed, startProgram } from './programs.ts'

/**
 * The unit silla-backup.service of deploy/systemd runs while the database is away. systemd runs as an
 * instance of its own, of this account, on a bus of its own, which node_exporter reads.
 */
export async function failedBackup(): Promise<OpenCauses> {
  const exporter = programNamed('node_exporter')
  const home = mkdtempSync(join(tmpdir(), 'silla-systemd-'))
  const env = await startSystemd(home)
  const address = `127.0.0.1:${await freePort()}`
  await startProgram(
    exporter,
    ['--collector.disable-defaults', '--collector.systemd', `--web.listen-address=${address}`],
    {
      url: `http://${address}/metrics`,
      env: { DBUS_SYSTEM_BUS_ADDRESS: env.DBUS_SESSION_BUS_ADDRESS },
    },
  )
  return {
    targets: { node: [address] },
    causes: [
      {
        alert: 'SillaBackupFailed',
        labels: { name: 'silla-backup.service' },
        text: 'silla-backup.service runs while the database is away',
        happen: async () => systemctl(env, 'start', '--no-block', 'silla-backup.service'),
      },
    ],
  }
}

type SystemdEnvironment = ReturnType<typeof environmentOf>

const environmentOf = (home: string) => ({
  ...process.env,
  HOME: home,
  XDG_RUNTIME_DIR: home,
  DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/bus`,
})

async function startSystemd(home: string): Promise<SystemdEnvironment> {
  const env = environmentOf(home)
  writeUnit(home)
  // an instance of an account starts only where the machine runs systemd, by this folder
  const script = `
    [ -d /run/systemd/system ] || { mount -t tmpfs none /run/systemd && mkdir /run/systemd/system; } || exit 1
    dbus-daemon --session --address="$DBUS_SESSION_BUS_ADDRESS" --nofork & bus=$!
    while [ ! -S "$XDG_RUNTIME_DIR/bus" ] && kill -0 $bus; do sleep 0.1; done
    /lib/systemd/systemd --user --unit=basic.target & manager=$!
    trap 'kill $manager; wait $manager; kill $bus' TERM
    wait $manager; kill $bus`
  const child = spawn('unshare', ['--mount', 'bash', '-c', script], { stdio: 'ignore', env })
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')])
  atEnd(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(home, { recursive: true, force: true })
  })
  const hasEnded = ended.then(() => true)
  while (!isRunning(env))
    if (await Promise.race([hasEnded, wait(200, false)]))
      throw new NotHere('needs systemd, dbus-daemon and root')
  return env
}

/** The unit as it is, with what a machine sets: paths, and the variables of backup.env. */
function writeUnit(home: string): void {
  const folder = join(home, '.config/systemd/user')
  mkdirSync(join(folder, 'silla-backup.service.d'), { recursive: true })
  copyFileSync(
    inRepository('deploy/systemd/silla-backup.service'),
    join(folder, 'silla-backup.service'),
  )
  writeFileSync(
    join(home, 'backup.env'),
    'BACKUP_DATABASE_URL=postgres://silla_backup:secret@127.0.0.1:1/silla\n',
  )
  writeFileSync(
    join(folder, 'silla-backup.service.d/paths.conf'),
    `[Service]
WorkingDirectory=${inRepository('.')}
EnvironmentFile=
EnvironmentFile=${home}/backup.env
ExecStart=
ExecStart=${process.execPath} --conditions=@silla/source cli/bin/silla.js db backup \${STATE_DIRECTORY} --keep 14
`,
  )
}

const isRunning = (env: SystemdEnvironment): boolean =>
  existsSync(join(env.XDG_RUNTIME_DIR, 'systemd/private')) &&
  systemctl(env, 'show', '--property=Version').startsWith('Version=')

function systemctl(env: SystemdEnvironment, ...args: string[]): string {
  return execFileSync('systemctl', ['--user', ...args], { env, stdio: 'pipe', encoding: 'utf8' })
}
