import '@berth/console/main.tsx';
