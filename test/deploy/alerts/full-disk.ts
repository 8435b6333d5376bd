import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import { NotHere, type OpenCauses } from './cause.ts'
import { programNamed, startProgram } from './programs.ts'

const diskBytes = 16 * 2 ** 20

/** A small disk of its own, which needs root, is filled. */
export async function fullDisk(): Promise<OpenCauses> {
  const exporter = programNamed('node_exporter')
  const mountpoint = mountDisk()
  const address = `127.0.0.1:${await freePort()}`
  await startProgram(
    exporter,
    ['--collector.disable-defaults', '--collector.filesystem', `--web.listen-address=${address}`],
    { url: `http://${address}/metrics` },
  )
  const happen = async () => {
    const { bavail, bsize } = statfsSync(mountpoint)
    writeFileSync(join(mountpoint, 'data'), Buffer.alloc(Math.floor(bavail * bsize * 0.98)))
  }
  return {
    targets: { node: [address] },
    causes: [{ alert: 'SillaDiskFull', labels: { mountpoint }, text: 'a disk is filled', happen }],
  }
}

function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'silla-disk-'))
  const [image, mountpoint] = [join(folder, 'image'), join(folder, 'disk')]
  atEnd(async () => rmSync(folder, { recursive: true }))
  writeFileSync(image, Buffer.alloc(diskBytes))
  mkdirSync(mountpoint)
  try {
    execFileSync('mkfs.ext4', ['-q', '-m', '0', image], { stdio: 'pipe' })
    execFileSync('mount', ['-o', 'loop', image, mountpoint], { stdio: 'pipe' })
  } catch {
    throw new NotHere('needs mkfs.ext4, and the right to mount a disk')
  }
  atEnd(async () => void execFileSync('umount', [mountpoint]))
  return mountpoint
}
