import assert from 'node:assert/strict'
import test from 'node:test'
import { readDocumentFile } from '../spec/published/openapi.ts'
import { curlOf, demoOf } from './demo-salons.ts'
import { notSendable, runConsoleTabs, sendExamples } from './examples.ts'
import { runStart, stops } from './program.ts'
import { temporaryDataDir } from './temporary-folder.ts'

const dataDir = temporaryDataDir()

test('every example of the reference and of the GraphQL console succeeds as it is filled in', async (t) => {
  const silla = runStart(t, { SILLA_DATA_DIR: dataDir })
  await curlOf(silla)
  const { baseUrl } = demoOf(dataDir)
  const published = (await readDocumentFile()).paths
  const operations = Object.values(published).flatMap((methods) => Object.values(methods))
  // a second time, what the first has used up is there again
  for (const _ of ['first', 'second'])
    assert.deepEqual(
      (await sendExamples(baseUrl)).toSorted(),
      operations.map(({ operationId }) => operationId).toSorted(),
    )
  assert.deepEqual(Object.keys(notSendable), [
    'postWebhooksProcessor',
    'getAgendaCambios',
    'getAjustesDescargaArchivo',
    'postAjustesDescarga',
    'getLiquidacionesById',
  ])
  assert.deepEqual((await runConsoleTabs(baseUrl)).toSorted(), [
    'Agenda',
    'Dia',
    'MiCuenta',
    'Pantalla',
    'Reservar',
  ])
  await stops(silla, 'SIGINT', dataDir)
})
