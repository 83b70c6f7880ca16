import { Verdict } from './judge';
import { reasonFor } from './not-reproduced';
import { Recording } from './recording';

export function nameOfRecording({ folder, file }: Recording): string {
  return `${folder}/${file}`;
}

export function isCompared({ notComparable }: Verdict): boolean {
  return notComparable === undefined;
}

export function agrees(verdict: Verdict): boolean {
  return isCompared(verdict) && verdict.disagreements.length === 0;
}

/** `N of M agree`, over what can be compared. */
export function summaryOf(verdicts: readonly Verdict[]): string {
  return `${verdicts.filter(agrees).length} of ${verdicts.filter(isCompared).length} agree`;
}

/** The text of FIDELITY.md. */
export function reportOf(verdicts: readonly Verdict[]): string {
  return [
    ...INTRODUCTION, '', `**${summaryOf(verdicts)}.**`, '',
    ...kubelets(verdicts), '',
    ...exceptions(verdicts), '',
    ...agreement(verdicts), '',
  ].join('\n');
}

const INTRODUCTION = [
  '# Fidelity',
  '',
  'The termination simulator held against recordings of real kubelets (`test/recordings/`). `npm test` compares every',
  'recording again and checks this page; `npm run fidelity:update` writes it; `npm run fidelity -- FOLDER` compares other',
  'recordings of the same schema.',
  '',
  'A recording agrees if everything that it holds is simulated, and everything simulated that it would hold is recorded:',
  'starts of containers, starts and ends of hooks, FailedPreStopHook, files that tell of a drain, SIGTERM, exits with their',
  'codes (137 is SIGKILL), the end of the pod. Each time lies within the simulator\'s earliest and latest, or no further',
  'outside than 300 ms or 5 %, the end of the pod 3 s; what is recorded more than 325 ms apart, the most that runs of the',
  'same recording differed by, is simulated in the same order. The simulator is told the pod, the versions, what was done',
  'to the pod and what was broken on purpose, and which traffic there was; it never sees what came of it.',
  '',
  'Not compared, because the simulator says nothing of them: failures of probes (`Unhealthy`) and the pod\'s conditions.',
];

function kubelets(verdicts: readonly Verdict[]): string[] {
  return table(['kubelet', 'recordings', 'agree', 'events compared', 'median worst deviation'], foldersOf(verdicts).map((folder) => {
    const own = verdicts.filter(({ recording }) => recording.folder === folder);
    const worst = own.filter(agrees).map(({ worstMillis }) => worstMillis).sort((one, other) => one - other);
    const events = own.reduce((sum, verdict) => sum + verdict.events, 0);
    return [
      folder, String(own.length), `${own.filter(agrees).length} of ${own.filter(isCompared).length}`, String(events),
      worst.length === 0 ? '' : `${worst[Math.floor(worst.length / 2)]} ms`,
    ];
  }));
}

/** Nothing is left out quietly. */
function exceptions(verdicts: readonly Verdict[]): string[] {
  const lines = [
    ...verdicts.filter((verdict) => isCompared(verdict) && !agrees(verdict)).map(({ recording, disagreements }) => {
      const name = nameOfRecording(recording);
      return `- ${name} disagrees: ${reasonFor(name) ?? 'the reason is not known'} (${disagreements.join('; ')})`;
    }),
    ...verdicts.filter((verdict) => !isCompared(verdict))
      .map(({ recording, notComparable }) => `- ${nameOfRecording(recording)} is not compared: ${notComparable}`),
  ];
  return ['## Not reproduced', '', ...lines.length === 0 ? ['Nothing.'] : lines];
}

function agreement(verdicts: readonly Verdict[]): string[] {
  const folders = foldersOf(verdicts);
  const files = [...new Set(verdicts.map(({ recording }) => recording.file))].sort();
  return [
    '## Agreement',
    '',
    'In milliseconds, the largest distance of a recorded time from the one that the simulator thinks usual, the end of the',
    'pod apart. `~`: some time is further from the usual one than 300 ms or 5 %, but no further from the simulator\'s span.',
    '`x`: disagrees, `-`: not compared, both with their reasons above.',
    '',
    ...table(['scenario', ...folders], files.map((file) => [file, ...folders.map((folder) =>
      cellOf(verdicts.find(({ recording }) => recording.file === file && recording.folder === folder)))])),
  ];
}

function cellOf(verdict: Verdict | undefined): string {
  if (!verdict) return '';
  if (!isCompared(verdict)) return '-';
  return agrees(verdict) ? `${verdict.worstMillis}${verdict.spanNeeded ? ' ~' : ''}` : 'x';
}

function foldersOf(verdicts: readonly Verdict[]): string[] {
  return [...new Set(verdicts.map(({ recording }) => recording.folder))];
}

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
