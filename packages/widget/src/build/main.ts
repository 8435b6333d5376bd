import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bookingBytes, budgetBytes, checkBudget } from './budget.ts'
import { buildWidget } from './build-widget.ts'
import { type Manifest, manifestName, outputFolder } from './read-widget.ts'

// `npm run build` of this package: writes dist/browser with its manifest and checks the budget.

const widget = await buildWidget()
await rm(outputFolder, { recursive: true, force: true })
await mkdir(outputFolder, { recursive: true })
const manifest: Manifest = { hash: widget.hash, chunks: widget.chunks, files: {} }
for (const [name, { content, integrity }] of widget.files) {
  const gzipBytes = gzipSync(content, { level: 9 }).length
  manifest.files[name] = { integrity, bytes: content.length, gzipBytes }
  await writeFile(join(outputFolder, name), content)
  console.log(`${String(gzipBytes).padStart(7)}  ${name}`)
}
await writeFile(join(outputFolder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
for (const { language, bytes } of bookingBytes(widget))
  console.log(`${String(bytes).padStart(7)}  of ${budgetBytes}: a booking in ${language}`)
checkBudget(widget)
