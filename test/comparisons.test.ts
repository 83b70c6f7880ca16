import { Testing } from 'cdk8s';
import { parseDocument } from 'yaml';
import { contourVariants, drainListeners, Row, tableOf } from '../examples/comparisons';
import { readDocument } from './support/documents';
import { TodayChart } from '../examples/contour-variants/contour-variants';

const contour = readDocument('docs/contour.md');

/** The cells of a table by their row and column. */
function cellsOf([[, ...headings], ...rows]: readonly Row[]): (row: string, column: string) => string {
  const cells = new Map(rows.flatMap(([name, ...texts]) => texts.map((text, index) => [`${name}/${headings[index]}`, text])));
  return (row, column) => cells.get(`${row}/${column}`)!;
}

describe('the layouts of Contour\'s pod', () => {
  const table = contourVariants();
  const cell = cellsOf(table);

  test('stand in docs/contour.md as the simulator tells them', () => {
    expect(contour).toContain(`\n\n${tableOf(table)}\n\n`);
  });

  test('all but today\'s lose nothing at a deletion', () => {
    const lossless = table.slice(1).filter((row) => row[1] === 'nothing is lost').map(([name]) => name);
    expect(lossless).toEqual(['requests and probes', 'native sidecar', 'combined image']);
  });

  test('with a liveness probe on the manager, its restart leaves Envoy out of service', () => {
    expect(cell('before Contour 1.24', 'its liveness probe fails')).toMatch(/^lost: Envoy stays out of service/);
    expect(cell('native sidecar', 'its liveness probe fails')).toBe('it has none');
    expect(cell('combined image', 'its liveness probe fails')).toBe('no manager');
  });

  test('today\'s is what Contour renders, and nothing of ours', () => {
    const { metadata, spec } = parseDocument(readDocument('examples/contour-variants/today.yaml')).toJS();
    expect(Testing.synth(new TodayChart(Testing.app(), 'today'))).toEqual([expect.objectContaining({ metadata, spec })]);
  });
});

describe('drain_listeners against failing health checks', () => {
  const table = drainListeners();
  const cell = cellsOf(table);
  const [FAIL, GRACEFUL, SKIP_EXIT, AT_ONCE] = table.slice(1).map(([name]) => name);

  test('stands in docs/contour.md as the simulator tells it', () => {
    expect(contour).toContain(`\n\n${tableOf(table)}\n\n`);
  });

  test('is the same as long as the drain time is longer than the lag of endpoints', () => {
    expect([FAIL, GRACEFUL, SKIP_EXIT].map((row) => cell(row, 'deletion, endpoints lag by 10 s'))).toEqual(Array(3).fill('nothing is lost'));
    expect(cell(AT_ONCE, 'deletion, endpoints lag by 10 s')).toMatch(/refused from 0\.02 to 10\.0 s$/);
  });

  test('refuses whoever comes after the drain time, whatever the hook waits for', () => {
    expect(cell(FAIL, 'by 20 s')).toBe('nothing is lost');
    expect(cell(GRACEFUL, 'by 20 s')).toBe('lost: new connections are refused from 15.0 to 20.0 s');
    expect(cell(SKIP_EXIT, 'by 20 s')).toBe('nothing is lost');
  });

  test('leaves readiness at 200 until its listener is closed too, or Envoy is gone', () => {
    expect(cell(FAIL, 'a load balancer notices in 12 s')).toBe('nothing is lost');
    expect(cell(GRACEFUL, 'a load balancer notices in 12 s')).toMatch(/refused from 15\.0 to 27\.4 s$/);
    expect(cell(SKIP_EXIT, 'a load balancer notices in 12 s')).toMatch(/refused from 30\.0 to 42\.6 s$/);
  });

  test('cannot be undone', () => {
    expect(cell(FAIL, 'a probe restarts the drainer')).toContain('until somebody calls /healthcheck/ok');
    for (const row of [GRACEFUL, AT_ONCE]) {
      expect(cell(row, 'a probe restarts the drainer')).toContain('nothing else opens them again');
      expect(cell(row, 'a probe restarts the drainer')).not.toContain('/healthcheck/ok');
    }
  });
});
