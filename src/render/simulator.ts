// Everything that a timeline is made with, so that it can be loaded as late as the first simulation.
export { withDescribedManager } from '../kubelet/described-manager';
export { outcomeOf } from '../kubelet/outcome';
export { recognisedPrograms } from '../kubelet/pod-programs';
export { simulate } from '../kubelet/simulate';
export { readPods } from '../pod/read';
export { conclusionsOf } from './conclusions';
export { drawSvg } from './svg';
export { drawText } from './text';
