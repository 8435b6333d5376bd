import assert from 'node:assert/strict'
import { test } from 'node:test'
import { responseReader } from '../../bench/http.ts'

const responses = {
  'with a length': 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello',
  'without a body': 'HTTP/1.1 304 Not Modified\r\netag: "a"\r\n\r\n',
  'in chunks':
    'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1\r\n0\r\n0\r\n\r\n',
  'in no chunk': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
}

for (const [kind, text] of Object.entries(responses)) {
  test(`a response ${kind} is complete with its last byte, however its bytes arrive`, () => {
    const status = Number(text.slice(9, 12))
    for (let split = 1; split < text.length; split++) {
      const read: number[] = []
      const reader = responseReader((status) => read.push(status))
      for (const expected of [[status], [status, status]]) {
        reader(Buffer.from(text.slice(0, split)))
        assert.equal(read.length, expected.length - 1)
        reader(Buffer.from(text.slice(split)))
        assert.deepEqual(read, expected)
      }
    }
  })
}
