import { isLoopback } from '../../src/values/hosts';

test.each([
  ['127.0.0.1', true], ['127.1.2.3', true], ['localhost', true], ['::1', true], ['[::1]', true],
  ['0.0.0.0', false], ['12.7.0.0', false], ['::', false], ['[::]', false], ['localhost.example', false], ['', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
